// Writes what a chapter of a bundle has besides its text: locks, pins, comments and its audio.
import { maxCommentCharacters } from "@timbre/contract/studio/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { decodeTake } from "@timbre/engines/node/takes.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { takeKey } from "../../speech/speech.public.ts";
import { insertComment, updateCommentRow } from "../comments/comments.repo.ts";
import { loadDocument } from "../document/document.service.ts";
import { encodePassage } from "../document/positions.ts";
import { insertChapterSnapshot } from "../snapshots/snapshots.repo.ts";
import { storeTimes, type TimedSentence } from "../snapshots/times.ts";
import { insertLock, upsertPin } from "../takes/pins.repo.ts";
import type { StudioCaller } from "../types.ts";
import type { ManifestChapter } from "./manifest.ts";
import { importedHash, importedId } from "./names.ts";
import { audioKey, type StoredBundle } from "./store.service.ts";

type Target = { projectId: string; importId: string };

const dataKey = (key: string) => key.replace(/\.mp3$/, ".json");

/** The times of the characters are in the takes. */
export async function storeChapterTimes(
	storage: Storage,
	workspaceId: string,
	target: Target,
	{ id, audio }: ManifestChapter,
): Promise<void> {
	if (!audio) return;
	const store = createTakeStore(storage);
	const times: TimedSentence[] = [];
	for (const { block_id, voice_id, take, ...sentence } of audio.sentences) {
		const hash = importedHash(target.importId, take);
		const bytes = await store.read(takeKey(workspaceId, hash));
		const characters = bytes && decodeTake(bytes)?.written;
		times.push({ ...sentence, blockId: block_id, voiceId: voice_id, hash, ...(characters ? { characters } : {}) });
	}
	await storeTimes(storage, dataKey(audioKey({ workspaceId, ...target }, id)), times);
}

type ChapterToWrite = {
	chapter: ManifestChapter;
	id: string;
	bundle: StoredBundle;
	/** Takes that other voices and settings than those of here have. */
	pins: readonly { blockId: string; sentenceKey: string; occurrence: number; takeId: string }[];
};

export async function writeChapter(
	tx: Db,
	context: StudioCaller,
	target: Target,
	{ chapter, id, bundle, pins }: ChapterToWrite,
): Promise<void> {
	const { workspaceId, userId } = context;
	const { projectId, importId } = target;
	const locked = new Set(chapter.blocks.filter((block) => block.locked).map((block) => block.id));
	for (const blockId of locked) await insertLock(tx, workspaceId, projectId, { blockId, userId });
	for (const { takeId, ...place } of pins)
		await upsertPin(tx, workspaceId, projectId, place, {
			takeId: importedId(importId, "take", takeId),
			byLock: locked.has(place.blockId),
		});
	await writeComments(tx, context, id, chapter.comments);
	const { audio } = chapter;
	if (!audio) return;
	const key = audioKey({ workspaceId, ...target }, chapter.id);
	await insertChapterSnapshot(tx, workspaceId, {
		id: importedId(importId, "snapshot", chapter.id),
		projectId,
		chapterId: id,
		name: chapter.name,
		// A new document has no updates yet.
		seq: audio.is_current ? 0 : -1,
		// Joined again when the project is converted, which costs nothing.
		fingerprint: `bundle ${importId}`,
		audioKey: key,
		audioBytes: bundle.audioBytes.get(audio.file) ?? 0,
		dataKey: dataKey(key),
		seconds: audio.seconds,
		sentences: audio.sentences.length,
		characters: audio.characters,
		peaks: Buffer.from(audio.peaks, "base64"),
	});
}

/** Comments become those of the user who imports them, with the name of whoever wrote them. */
async function writeComments(
	tx: Db,
	{ workspaceId, userId }: StudioCaller,
	chapterId: string,
	comments: ManifestChapter["comments"],
): Promise<void> {
	if (comments.length === 0) return;
	const loaded = await loadDocument(tx, workspaceId, chapterId);
	if (!loaded) return;
	for (const { author, text, quote, passage, resolved } of comments) {
		const { start, end } = encodePassage(
			loaded.doc,
			passage ? { blockId: passage.block_id, start: passage.start, end: passage.end } : undefined,
		);
		const id = newId();
		const body = (author === "" ? text : `${author}: ${text}`).slice(0, maxCommentCharacters).toWellFormed();
		await insertComment(tx, workspaceId, {
			id,
			chapterId,
			author: { userId },
			body,
			quote,
			passageStart: start,
			passageEnd: end,
		});
		if (resolved) await updateCommentRow(tx, workspaceId, id, { resolved });
	}
}
