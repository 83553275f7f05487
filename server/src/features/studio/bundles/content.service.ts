// What a bundle has of a chapter: its text, comments and sentences, and the audio of its newest snapshot.
import { AppError } from "@timbre/contract/errors.ts";
import { listCommentRows } from "../comments/comments.repo.ts";
import { readBlocks } from "../document/blocks.ts";
import { loadDocument } from "../document/document.service.ts";
import { findPassage } from "../document/positions.ts";
import type { ExportRun } from "../exports/types.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import type { Planner } from "../sentences/plan.service.ts";
import { sentenceKey } from "../sentences/plan.ts";
import { listChapterSnapshotsById } from "../snapshots/snapshots.repo.ts";
import { loadTimes, type TimedSentence } from "../snapshots/times.ts";
import { listLocks } from "../takes/pins.repo.ts";
import type { ManifestChapter } from "./manifest.ts";

/** Ids of the takes that are in the bundle, by their hash. */
export type TakeIds = ReadonlyMap<string, string>;
type ChapterSource = { id: string; name: string; snapshotId: string | null };

export async function chapterOf(
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

/** Undefined where a voice or a dictionary can't be used any more. */
export async function tryTo<T>(work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError && error.httpStatus < 500) return undefined;
		throw error;
	}
}
