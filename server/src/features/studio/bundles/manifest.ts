// The description of a bundle (docs/studio-bundle.md), as it is written and as it is checked when it is imported.

import {
	blockTypes,
	fictions,
	maxChapterBlocks,
	maxChapters,
	maxCharacterAliases,
	maxCharacterNameCharacters,
	maxCharacters,
	maxCommentCharacters,
	maxCommentsPerChapter,
	maxQuoteCharacters,
	normalizations,
	qualityPresets,
	sourceTypes,
	targetAudiences,
} from "@timbre/contract/studio/rules.ts";
import { chapterName, line, projectName } from "@timbre/contract/studio/schemas.ts";
import { z } from "zod";

export const bundleType = "application/vnd.timbre.studio+zip";
export const typeFile = "mimetype";
export const manifestFile = "manifest.json";
export const maxManifestBytes = 100_000_000;
const format = "timbre-studio-bundle";
const version = 1;

const maxTakes = 200_000;
const maxSentences = 50_000;
const maxSeconds = 200_000;

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const count = z.int().min(0).max(1_000_000_000);
const seconds = z.number().min(0).max(maxSeconds);
const fileName = z.string().regex(/^(?:takes|audio|cover)\/[0-9a-f]{64}\.(?:take|mp3|jpg|png)$/);
const text = (max: number) => z.string().max(max);

const project = z.object({
	name: projectName,
	title: line(300, "The title").nullable(),
	author: line(300, "The author").nullable(),
	isbn_number: line(40, "The ISBN").nullable(),
	description: text(5_000),
	genres: z.array(line(100, "A genre")).max(20),
	target_audience: z.enum(targetAudiences),
	language: z.string().regex(/^(?:[a-z]{2})?$/),
	content_type: line(100, "The kind of work"),
	original_publication_date: line(40, "The date"),
	mature_content: z.boolean(),
	fiction: z.enum(fictions).nullable(),
	source_type: z.enum(sourceTypes).nullable(),
	quality_preset: z.enum(qualityPresets),
	apply_text_normalization: z.enum(normalizations),
	acx_volume_normalization: z.boolean(),
	continue_playing: z.boolean(),
	quality_check: z.boolean(),
	default_title_voice_id: id,
	default_paragraph_voice_id: id,
});

const node = z.object({
	text: z.string(),
	voice_id: id.nullable(),
	/** Who speaks it, if it is direct speech: a character, `narrator`, or '' if nobody knows. */
	character_id: z.union([id, z.literal("")]).nullable(),
	confidence: z.number().min(0).max(1).nullable(),
});
const block = z.object({ id, type: z.enum(blockTypes), locked: z.boolean(), nodes: z.array(node).max(10_000) });

const comment = z.object({
	author: text(200),
	text: z.string().min(1).max(maxCommentCharacters),
	quote: text(maxQuoteCharacters),
	/** Null if the text around it is gone. */
	passage: z.object({ block_id: id, start: count, end: count }).nullable(),
	resolved: z.boolean(),
});

const sentence = z.object({
	block_id: id,
	/** Counts sentences with the same text within the block. */
	occurrence: count,
	text: text(20_000),
	take: id,
	/** It keeps this take whatever its voice and settings are. */
	pinned: z.boolean(),
	/** Pronunciations and pauses, which only have to be the same. */
	marks: z.unknown(),
	breaks: z.unknown(),
});

const audio = z.object({
	file: fileName,
	seconds,
	characters: count,
	/** Whether it is that of the text. */
	is_current: z.boolean(),
	peaks: z.base64().max(4_000),
	sentences: z
		.array(
			z.object({
				block_id: id,
				start: count,
				end: count,
				text: text(20_000),
				voice_id: z.union([id, z.literal("")]),
				take: id,
				from: seconds,
				to: seconds,
			}),
		)
		.max(maxSentences),
});

const chapter = z.object({
	id,
	name: chapterName,
	blocks: z.array(block).max(maxChapterBlocks),
	comments: z.array(comment).max(maxCommentsPerChapter),
	sentences: z.array(sentence).max(maxSentences),
	audio: audio.nullable(),
});

const take = z.object({
	id,
	file: fileName,
	text: text(20_000),
	/** Takes with the same group have the same text, voice and settings. */
	group: id,
	/** Of its group, the one that is used. */
	chosen: z.boolean(),
	seed: z.int().nullable(),
	voice_id: id,
	voice_name: text(200),
	model_id: text(100),
	settings: z.looseObject({
		engine: text(100),
		speaker: text(5_000),
		language: text(35).optional(),
		speed: z.number().optional(),
		stability: z.number().optional(),
		style: z.number().optional(),
		normalisation: z.enum(["auto", "on", "off"]).optional(),
	}),
	verdict: z.enum(["good", "misread", "unsure"]).nullable(),
	checked_by: text(100).nullable(),
	misread: z
		.array(
			z.object({
				start: count,
				end: count,
				start_seconds: seconds,
				end_seconds: seconds,
				expected: text(1_000),
				heard: text(1_000).nullable(),
				kind: z.enum(["dropped", "repeated", "changed", "inserted"]),
			}),
		)
		.max(1_000),
	accepted: z.boolean(),
	created_at_unix: z.int().min(0).max(4_000_000_000),
});

export const manifest = z.object({
	format: z.literal(format),
	version: z.literal(version),
	created_at: z.string().max(40),
	project,
	cover: fileName.nullable(),
	voices: z.array(z.object({ voice_id: id, name: text(200) })).max(10_000),
	characters: z
		.array(
			z.object({
				id,
				name: line(maxCharacterNameCharacters, "A name"),
				aliases: z.array(line(maxCharacterNameCharacters, "A name")).max(maxCharacterAliases),
				gender: z.enum(["female", "male"]).nullable(),
				voice_id: id.nullable(),
			}),
		)
		.max(maxCharacters),
	chapters: z.array(chapter).max(maxChapters),
	takes: z.array(take).max(maxTakes),
	files: z
		.array(
			z.object({
				name: fileName,
				bytes: z.int().min(0).max(4_000_000_000),
				sha256: z.string().regex(/^[0-9a-f]{64}$/),
			}),
		)
		.max(65_000),
});

export type Manifest = z.output<typeof manifest>;
export type ManifestChapter = Manifest["chapters"][number];
export type ManifestTake = Manifest["takes"][number];

/** What all manifests of this version start with. */
export const manifestHead = { format, version } as const;
