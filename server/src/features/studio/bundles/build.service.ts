// Makes a bundle of a project: everything that another workspace needs to go on with it.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { AppError } from "@timbre/contract/errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { unix } from "../../../core/time.ts";
import { type ZipContent, type ZipFile, zipArchive } from "../../../core/zip.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { listCharacterRows } from "../cast/cast.repo.ts";
import { listCommentRows } from "../comments/comments.repo.ts";
import { readBlocks } from "../document/blocks.ts";
import { loadDocument } from "../document/document.service.ts";
import { findPassage } from "../document/positions.ts";
import { type Assembled, requireZip } from "../exports/assemble.service.ts";
import { openStored } from "../exports/storage-files.service.ts";
import type { ExportRun } from "../exports/types.ts";
import { coverKey } from "../projects/cover.service.ts";
import { describeVoice } from "../projects/voices.service.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { createPlanner, type Planner } from "../sentences/plan.service.ts";
import { sentenceKey } from "../sentences/plan.ts";
import { listChapterSnapshotsById } from "../snapshots/snapshots.repo.ts";
import { loadTimes, type TimedSentence } from "../snapshots/times.ts";
import { listLocks } from "../takes/pins.repo.ts";
import { listAllTakes } from "./bundles.repo.ts";
import {
	bundleType,
	type Manifest,
	type ManifestChapter,
	type ManifestTake,
	manifestFile,
	manifestHead,
	manifest as manifestSchema,
	typeFile,
} from "./manifest.ts";

type TakeRow = Awaited<ReturnType<typeof listAllTakes>>[number];
type BundleFile = ZipContent & { name: string; key: string; sha256: string };
type TakeIds = ReadonlyMap<string, string>;

export async function assembleBundle(run: ExportRun): Promise<Assembled> {
	const { services, context, row, project } = run;
	const { db, storage } = services.deps;
	const { workspaceId } = context;
	const files = new Map<string, BundleFile>();
	const addFile = async (folder: string, key: string, extension: string): Promise<string | undefined> => {
		const found = await inspect(storage, key);
		if (!found) return undefined;
		const name = `${folder}/${found.sha256}.${extension}`;
		files.set(name, { ...found, name, key });
		return name;
	};

	const listed: { row: TakeRow; file: string }[] = [];
	const rows = await listAllTakes(db, workspaceId, project.id);
	for (const [at, one] of rows.entries()) {
		context.signal.throwIfAborted();
		// The audio of a take that the storage has lost can be generated again where it is needed.
		const file = await addFile("takes", takeKey(workspaceId, one.hash), "take");
		if (file) listed.push({ row: one, file });
		run.onProgress((0.5 * at) / rows.length);
	}
	const takeIds: TakeIds = new Map(listed.map((one) => [one.row.hash, one.row.id]));
	const planner = await tryTo(() => createPlanner(services.deps, context, project));
	const chapters: ManifestChapter[] = [];
	for (const { chapter_id, name, snapshot_id } of row.chapters) {
		context.signal.throwIfAborted();
		const chapter = await chapterOf(run, { id: chapter_id, name, snapshotId: snapshot_id }, takeIds, planner);
		if (!chapter) continue;
		const audio = chapter.snapshot && (await addFile("audio", chapter.snapshot.key, "mp3"));
		chapters.push({
			...chapter.manifest,
			audio: chapter.snapshot && audio ? { ...chapter.snapshot.audio, file: audio } : null,
		});
	}
	const cover = await coverOf(run, files);
	const all = row.chapters.length >= project.chapter_ids.length;
	const used = new Set(
		chapters.flatMap(({ sentences, audio }) => [...sentences, ...(audio?.sentences ?? [])]).map(({ take }) => take),
	);
	const takes = listed.filter((one) => all || used.has(one.row.id));
	const names = new Set([
		...takes.map(({ file }) => file),
		...chapters.flatMap(({ audio }) => audio?.file ?? []),
		cover,
	]);
	const content = [...files.values()].filter(({ name }) => names.has(name));
	const described = manifestSchema.parse({
		...manifestHead,
		created_at: row.created_at.toISOString(),
		project: projectOf(run),
		cover: cover ?? null,
		voices: await voicesOf(run, chapters),
		characters: await listCharacterRows(db, workspaceId, project.id),
		chapters,
		takes: takes.map(toManifestTake),
		files: content.map(({ name, size, sha256 }) => ({ name, bytes: size, sha256 })),
	} satisfies Record<keyof Manifest, unknown>);
	return { body: archive(storage, described, content, unix(row.created_at)), report: { files: [], places: [] } };
}

function archive(
	storage: Storage,
	described: Manifest,
	content: readonly BundleFile[],
	dateUnix: number,
): AsyncIterable<Uint8Array> {
	const first = [
		{ name: typeFile, bytes: Buffer.from(bundleType) },
		{ name: manifestFile, bytes: Buffer.from(JSON.stringify(described)) },
	];
	requireZip([...first.map(({ name, bytes }) => ({ name, size: bytes.length })), ...content]);
	async function* files(): AsyncGenerator<ZipFile> {
		for (const { name, bytes } of first)
			yield { name, dateUnix, body: once(bytes), known: { crc: crc32(bytes), size: bytes.length } };
		for (const file of content)
			yield { name: file.name, dateUnix, body: await openStored(storage, file.key), known: file };
	}
	return zipArchive(files());
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** What is known of a file before it is written. Undefined if there is none. */
async function inspect(storage: Storage, key: string): Promise<(ZipContent & { sha256: string }) | undefined> {
	const object = await storage.get(key);
	if (!object) return undefined;
	const hash = createHash("sha256");
	let crc = 0;
	let size = 0;
	for await (const bytes of object.body as AsyncIterable<Buffer>) {
		hash.update(bytes);
		crc = crc32(bytes, crc);
		size += bytes.length;
	}
	return { crc, size, sha256: hash.digest("hex") };
}

/** Undefined where a voice or a dictionary can't be used any more. */
async function tryTo<T>(work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError && error.httpStatus < 500) return undefined;
		throw error;
	}
}

type ChapterSource = { id: string; name: string; snapshotId: string | null };

async function chapterOf(
	{ services, context, project }: ExportRun,
	{ id, name, snapshotId }: ChapterSource,
	takeIds: TakeIds,
	planner: Planner | undefined,
) {
	const { db, storage } = services.deps;
	const { workspaceId } = context;
	const loaded = await loadDocument(db, workspaceId, id);
	// It was deleted.
	if (!loaded) return undefined;
	const { doc, seq } = loaded;
	const blocks = readBlocks(doc);
	const locks = await listLocks(
		db,
		workspaceId,
		project.id,
		blocks.map((block) => block.id),
	);
	const locked = new Set(locks.map(({ block_id }) => block_id));
	const [snapshot] = snapshotId === null ? [] : await listChapterSnapshotsById(db, workspaceId, [snapshotId]);
	const times = snapshot ? await loadTimes(storage, snapshot.data_key) : [];
	const planned = await tryTo(async () => planner?.({ chapterId: id, seq, blocks }));
	const plan = planned && (await chooseTakes(db, workspaceId, project.id, planned));
	const sentences = plan
		? plan.sentences.flatMap(({ blockId, occurrence, unit, hash, takeId, pinned }) => {
				const take = takeId === undefined ? undefined : takeIds.get(hash);
				const { text, marks = null, breaks = null } = unit;
				return take ? [{ block_id: blockId, occurrence, text, take, pinned, marks, breaks }] : [];
			})
		: heardSentences(times, takeIds);
	const comments = await listCommentRows(db, workspaceId, id, Number.MAX_SAFE_INTEGER);
	return {
		manifest: {
			id,
			name,
			blocks: blocks.map(({ id: blockId, type, nodes }) => ({
				id: blockId,
				type,
				locked: locked.has(blockId),
				nodes: nodes.map(({ text, voiceId, line }) => ({
					text,
					voice_id: voiceId,
					character_id: line?.characterId ?? null,
					confidence: line?.confidence ?? null,
				})),
			})),
			comments: comments.map((comment) => {
				const passage = findPassage(doc, { start: comment.passage_start, end: comment.passage_end });
				return {
					author: comment.author_name ?? comment.guest_name ?? "",
					text: comment.body,
					quote: comment.quote,
					passage: passage ? { block_id: passage.blockId, start: passage.start, end: passage.end } : null,
					resolved: comment.resolved_at !== null,
				};
			}),
			sentences,
		},
		snapshot: snapshot && {
			key: snapshot.audio_key,
			audio: {
				seconds: snapshot.seconds,
				characters: snapshot.characters,
				is_current: snapshot.seq === seq,
				peaks: snapshot.peaks.toString("base64"),
				sentences: times.flatMap((sentence) => {
					const take = takeIds.get(sentence.hash);
					return take ? [toManifestTime(sentence, take)] : [];
				}),
			},
		},
	};
}

const toManifestTime = ({ blockId, start, end, text, voiceId, from, to }: TimedSentence, take: string) => ({
	block_id: blockId,
	start,
	end,
	text,
	voice_id: voiceId,
	take,
	from,
	to,
});

/** The sentences of a chapter that can't be planned, with the takes that its audio has. */
function heardSentences(times: readonly TimedSentence[], takeIds: TakeIds): ManifestChapter["sentences"] {
	const seen = new Map<string, number>();
	return times.flatMap(({ blockId, text, hash }) => {
		const take = takeIds.get(hash);
		const place = `${blockId} ${sentenceKey(text)}`;
		const occurrence = seen.get(place) ?? 0;
		seen.set(place, occurrence + 1);
		return take ? [{ block_id: blockId, occurrence, text, take, pinned: true, marks: null, breaks: null }] : [];
	});
}

function toManifestTake({ row, file }: { row: TakeRow; file: string }): Record<keyof ManifestTake, unknown> {
	return {
		id: row.id,
		file,
		text: row.text,
		group: row.base_hash,
		chosen: row.chosen,
		seed: row.seed,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		model_id: row.model_id,
		settings: row.voice,
		verdict: row.verdict,
		checked_by: row.checked_by,
		misread: row.words,
		accepted: row.accepted,
		created_at_unix: unix(row.created_at),
	};
}

async function coverOf({ services, context, project }: ExportRun, files: Map<string, BundleFile>) {
	const { storage } = services.deps;
	const key = coverKey(context.workspaceId, project);
	const found = key === undefined ? undefined : await inspect(storage, key);
	if (key === undefined || !found) return undefined;
	const name = `cover/${found.sha256}.${project.cover_type === "image/png" ? "png" : "jpg"}`;
	files.set(name, { ...found, name, key });
	return name;
}

async function voicesOf({ services, context, project }: ExportRun, chapters: readonly ManifestChapter[]) {
	const { db } = services.deps;
	const characters = await listCharacterRows(db, context.workspaceId, project.id);
	const ids = new Set([
		project.default_title_voice_id,
		project.default_paragraph_voice_id,
		...characters.flatMap(({ voice_id }) => voice_id ?? []),
		...chapters.flatMap(({ blocks }) => blocks.flatMap(({ nodes }) => nodes.flatMap(({ voice_id }) => voice_id ?? []))),
	]);
	const voices: Manifest["voices"] = [];
	for (const id of ids) voices.push({ voice_id: id, name: (await describeVoice(db, context, id)).name });
	return voices;
}

function projectOf({ project }: ExportRun): Record<keyof Manifest["project"], unknown> {
	return {
		name: project.name,
		title: project.title,
		author: project.author,
		isbn_number: project.isbn_number,
		description: project.description,
		genres: project.genres,
		target_audience: project.target_audience,
		language: project.language,
		content_type: project.content_type,
		original_publication_date: project.original_publication_date,
		mature_content: project.mature_content,
		fiction: project.fiction,
		source_type: project.source_type,
		quality_preset: project.quality_preset,
		apply_text_normalization: project.apply_text_normalization,
		acx_volume_normalization: project.acx_volume_normalization,
		continue_playing: project.continue_playing,
		quality_check: project.quality_check,
		default_title_voice_id: project.default_title_voice_id,
		default_paragraph_voice_id: project.default_paragraph_voice_id,
	};
}
