// Documents of chapters: loading them, and changing them on behalf of the API.
// Invariant: a document only changes by stored updates, numbered without gaps, so every process arrives at the same text.
import { AppError } from "@timbre/contract/errors.ts";
import type { Db } from "@timbre/db/connect.ts";
import * as Y from "yjs";
import { type Block, createDocument, type NewBlock, plainText, readBlocks, writeBlocks } from "./blocks.ts";
import {
	type DocumentFacts,
	findDocument,
	insertUpdate,
	listUpdates,
	lockDocument,
	notifyChapter,
	updateFacts,
} from "./document.repo.ts";

export type LoadedDocument = { doc: Y.Doc; seq: number; mergedSeq: number };

/** Undefined if the chapter doesn't exist. */
export async function loadDocument(
	db: Db,
	workspaceId: string,
	chapterId: string,
): Promise<LoadedDocument | undefined> {
	// In this order: updates are merged into the state, never the other way.
	for (;;) {
		const stored = await findDocument(db, workspaceId, chapterId);
		if (!stored) return undefined;
		const updates = await listUpdates(db, workspaceId, chapterId, stored.mergedSeq);
		// Updates were merged in between.
		if ((updates[0]?.seq ?? stored.mergedSeq + 1) !== stored.mergedSeq + 1) continue;
		if (updates.length === 0 && stored.lastSeq !== stored.mergedSeq) continue;
		const doc = createDocument();
		doc.transact(() => {
			Y.applyUpdate(doc, stored.document);
			for (const { update } of updates) Y.applyUpdate(doc, update);
		});
		return { doc, seq: updates.at(-1)?.seq ?? stored.mergedSeq, mergedSeq: stored.mergedSeq };
	}
}

/** State of a new chapter. */
export function initialDocument(blocks: readonly NewBlock[]): { document: Uint8Array; facts: DocumentFacts } {
	const doc = createDocument();
	// An editor needs at least one block; if each created its own, there would be several.
	writeBlocks(doc, blocks.length > 0 ? blocks : [{ id: null, type: "p", nodes: [] }]);
	return { document: Y.encodeStateAsUpdate(doc), facts: factsOf(readBlocks(doc)) };
}

/** Replaces the text of a chapter. Call it in a transaction. */
export async function replaceBlocks(
	tx: Db,
	workspaceId: string,
	chapterId: string,
	blocks: readonly NewBlock[],
): Promise<void> {
	if (!(await lockDocument(tx, workspaceId, chapterId))) throw chapterNotFound();
	const loaded = await loadDocument(tx, workspaceId, chapterId);
	if (!loaded) throw chapterNotFound();
	const before = Y.encodeStateVector(loaded.doc);
	writeBlocks(loaded.doc, blocks.length > 0 ? blocks : [{ id: null, type: "p", nodes: [] }]);
	const seq = await insertUpdate(tx, workspaceId, chapterId, Y.encodeStateAsUpdate(loaded.doc, before));
	await updateFacts(tx, workspaceId, chapterId, factsOf(readBlocks(loaded.doc)));
	await notifyChapter(tx, workspaceId, { kind: "update", chapterId, seq, from: "" });
}

export async function getBlocks(db: Db, workspaceId: string, chapterId: string): Promise<Block[]> {
	const loaded = await loadDocument(db, workspaceId, chapterId);
	if (!loaded) throw chapterNotFound();
	return readBlocks(loaded.doc);
}

/** Stand for the project's default voices. */
export const defaultVoiceKeys = { heading: "title", paragraph: "paragraph" } as const;

export function factsOf(blocks: readonly Block[]): DocumentFacts {
	const voices = new Map<string, number>();
	for (const { type, nodes } of blocks)
		for (const { text, voiceId } of nodes) {
			const key = voiceId ?? (type === "p" ? defaultVoiceKeys.paragraph : defaultVoiceKeys.heading);
			voices.set(key, (voices.get(key) ?? 0) + text.length);
		}
	return {
		blockIds: blocks.map(({ id }) => id),
		voiceIds: [...voices.keys()],
		voiceCharacters: [...voices.values()],
		// PostgreSQL can't store it.
		body: plainText(blocks).replaceAll("\u0000", ""),
	};
}

export const chapterNotFound = () => new AppError("chapter_not_found", "This chapter doesn't exist in this project.");
