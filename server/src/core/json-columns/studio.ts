import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { acxRules, exportLoudness } from "@timbre/contract/studio/rules.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";
import { speechVoice } from "./shapes.ts";

export type FoundDocument = NonNullable<DocumentImport["document"]>;

export const importColumns = {
	document: jsonColumn<FoundDocument | null>(
		"studio_import.document",
		z
			.looseObject({
				format: z.string(),
				title: z.string().nullable(),
				author: z.string().nullable(),
				language: z.string().nullable(),
				pages: z.number().nullable(),
				characters: z.number(),
				words: z.number(),
				chapters: z.array(
					z.looseObject({ name: z.string(), characters: z.number(), words: z.number(), opening: z.string() }),
				),
				dropped: z.array(
					z.looseObject({
						kind: z.string(),
						count: z.number(),
						passages: z.array(
							z.looseObject({
								text: z.string(),
								count: z.number(),
								chapter: z.string(),
								page: z.number().nullable(),
							}),
						),
					}),
				),
			})
			.nullable() as z.ZodType<FoundDocument | null>,
	),
};

/** What the speech node was told: engine, speaker, language and settings. */
export type TakeVoice = SpeechVoice;
/** A misread word, with offsets in the sentence and seconds in the take. */
export type TakeWord = z.output<typeof takeWord>;

const takeWord = z.looseObject({
	start: z.number(),
	end: z.number(),
	start_seconds: z.number(),
	end_seconds: z.number(),
	expected: z.string(),
	heard: z.string().nullable(),
	kind: z.enum(["dropped", "repeated", "changed", "inserted"]),
});

export const studioTakeColumns = {
	voice: jsonColumn<TakeVoice>("studio_take.voice", speechVoice),
	words: jsonColumn<readonly TakeWord[]>("studio_take.words", z.array(takeWord)),
};

/** Who asked for a conversion as soon as the text is complete. */
export type AutoConvert = z.output<typeof autoConvert>;

const autoConvert = z.looseObject({
	userId: z.string(),
	via: z.enum(["session", "api-key"]),
	apiKeyId: z.string().nullable(),
});

/** What an export was requested with. */
export type ExportSettings = z.output<typeof exportSettings>;

const exportSettings = z.looseObject({
	loudness: z.enum(exportLoudness),
	bit_depth: z.union([z.literal(16), z.literal(24)]),
	audio_export_id: z.string().nullable(),
	/** Captions as an archive, as the audio is. */
	captions_per_chapter: z.boolean(),
});

/** A chapter of an export. A bundle has chapters without audio. */
export type ExportChapter = z.output<typeof exportChapter>;

const exportChapter = z.looseObject({
	chapter_id: z.string(),
	name: z.string(),
	snapshot_id: z.string().nullable(),
	is_current: z.boolean(),
});

/** What was measured in the finished audio, and where the chapters are in it. */
export type ExportReport = {
	files: ProjectExport["files"];
	/** `starts_at` is where the chapter starts in its file, and `offset` what its times are shifted by. */
	places: { chapter_id: string; starts_at: number; offset: number; seconds: number }[];
};

const exportReport = z.looseObject({
	files: z.array(
		z.looseObject({
			name: z.string(),
			seconds: z.number(),
			loudness_lufs: z.number().nullable(),
			loudness_range_lu: z.number().nullable(),
			true_peak_db: z.number().nullable(),
			target_met: z.boolean(),
			acx_passed: z.boolean().nullable(),
			acx: z.array(
				z.looseObject({
					rule: z.enum(acxRules),
					unit: z.enum(["dB", "s", "Hz", "kbps", ""]),
					value: z.number().nullable(),
					min: z.number().nullable(),
					max: z.number().nullable(),
					passed: z.boolean(),
				}),
			),
		}),
	),
	places: z.array(
		z.looseObject({ chapter_id: z.string(), starts_at: z.number(), offset: z.number(), seconds: z.number() }),
	),
});

export const exportColumns = {
	settings: jsonColumn<ExportSettings>("studio_export.settings", exportSettings),
	chapters: jsonColumn<readonly ExportChapter[]>("studio_export.chapters", z.array(exportChapter)),
	report: jsonColumn<ExportReport | null>("studio_export.report", exportReport.nullable()),
};

export const projectColumns = {
	auto_convert: jsonColumn<AutoConvert | null>("studio_project.auto_convert", autoConvert.nullable()),
};

/** What a revision changes and costs. Whether it is outdated is found out when it is read. */
export type RevisionResult = Omit<NonNullable<Revision["comparison"]>, "is_outdated">;

const changeCounts = z.looseObject({
	unchanged: z.number(),
	changed: z.number(),
	added: z.number(),
	deleted: z.number(),
	moved: z.number(),
});
const draftPrice = z.looseObject({ characters: z.number(), new_characters: z.number(), credits: z.number() });

export const revisionColumns = {
	result: jsonColumn<RevisionResult | null>(
		"studio_revision.result",
		z
			.looseObject({
				counts: changeCounts,
				chapters: z.array(
					changeCounts.extend({ name: z.string(), previous_name: z.string().nullable(), is_deleted: z.boolean() }),
				),
				price: draftPrice,
				price_with_locked: draftPrice.nullable(),
				locked_blocks: z.array(
					z.looseObject({
						block_id: z.string(),
						chapter: z.string(),
						before: z.string(),
						after: z.string().nullable(),
					}),
				),
				lost_comments: z.array(
					z.looseObject({ comment_id: z.string(), chapter: z.string(), text: z.string(), quote: z.string() }),
				),
			})
			.nullable() as unknown as z.ZodType<RevisionResult | null>,
	),
};
