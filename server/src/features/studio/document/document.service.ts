// Documents of chapters: loading them, and changing them on behalf of the API.
// Invariant: a document only changes by stored updates, numbered without gaps, so every process arrives at the same text.
import { AppError } from "@timbre/contract/errors.ts";
import { narratorKey, sureConfidence } from "@timbre/contract/studio/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import * as Y from "yjs";
import {
	type Block,
	type CharacterVoices,
	createDocument,
	type LineMark,
	type NewBlock,
	plainText,
	readBlocks,
	sameLine,
	writeBlocks,
} from "./blocks.ts";
import {
	type DocumentFacts,
	findDocument,
	insertUpdate,
	listUpdates,
	lockDocument,
	mergeUpdates,
	notifyChapter,
	updateFacts,
} from "./document.repo.ts";

export type LoadedDocument = {
	doc: Y.Doc;
	seq: number;
	mergedSeq: number;
	/** Size of the updates that aren't merged yet. */
	unmergedBytes: number;
};

/** Updates are merged into the document after this many, or when they have this size. */
const maxUnmerged = { updates: 200, bytes: 1_000_000 };
/** A document that is larger loses its deleted text, which only undo after a reload needs. */
const maxDocumentBytes = 4_000_000;

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
		return {
			doc,
			seq: updates.at(-1)?.seq ?? stored.mergedSeq,
			mergedSeq: stored.mergedSeq,
			unmergedBytes: updates.reduce((sum, { update }) => sum + update.length, 0),
		};
	}
}

export const isMergeDue = ({ seq, mergedSeq, unmergedBytes }: Omit<LoadedDocument, "doc">): boolean =>
	seq - mergedSeq >= maxUnmerged.updates || unmergedBytes >= maxUnmerged.bytes;

/** Merges the updates of a document if there are many, and drops deleted text if it is large. Returns it as it is then. */
export async function mergeWhenDue(
	tx: Db,
	workspaceId: string,
	chapterId: string,
	loaded: LoadedDocument,
): Promise<LoadedDocument> {
	if (!isMergeDue(loaded)) return loaded;
	const { doc, seq } = loaded;
	const whole = Y.encodeStateAsUpdate(doc);
	const isLarge = whole.length > maxDocumentBytes;
	const document = isLarge ? withoutDeletedText(whole) : whole;
	await mergeUpdates(tx, workspaceId, chapterId, { seq, document });
	if (!isLarge) return { ...loaded, mergedSeq: seq, unmergedBytes: 0 };
	const trimmed = createDocument();
	Y.applyUpdate(trimmed, document);
	return { doc: trimmed, seq, mergedSeq: seq, unmergedBytes: 0 };
}

function withoutDeletedText(update: Uint8Array): Uint8Array {
	const doc = new Y.Doc();
	Y.applyUpdate(doc, update);
	return Y.encodeStateAsUpdate(doc);
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
	characterVoices: CharacterVoices,
): Promise<void> {
	await changeDocument(tx, workspaceId, chapterId, (doc) =>
		writeBlocks(doc, blocks.length > 0 ? blocks : [{ id: null, type: "p", nodes: [] }], characterVoices),
	);
}

/** Changes the document of a chapter as an editor would. Call it in a transaction. */
export async function changeDocument<T>(
	tx: Db,
	workspaceId: string,
	chapterId: string,
	change: (doc: Y.Doc) => T,
): Promise<T> {
	if (!(await lockDocument(tx, workspaceId, chapterId))) throw chapterNotFound();
	const loaded = await loadDocument(tx, workspaceId, chapterId);
	if (!loaded) throw chapterNotFound();
	let changed = false;
	loaded.doc.once("update", () => {
		changed = true;
	});
	const before = Y.encodeStateVector(loaded.doc);
	const result = change(loaded.doc);
	if (!changed) return result;
	const update = Y.encodeStateAsUpdate(loaded.doc, before);
	const seq = await insertUpdate(tx, workspaceId, chapterId, update);
	if (seq === undefined) throw chapterNotFound();
	const unmergedBytes = loaded.unmergedBytes + update.length;
	await mergeWhenDue(tx, workspaceId, chapterId, { ...loaded, seq, unmergedBytes });
	await updateFacts(tx, workspaceId, chapterId, factsOf(readBlocks(loaded.doc)));
	await notifyChapter(tx, workspaceId, { kind: "update", chapterId, seq, from: "" });
	return result;
}

export async function getBlocks(db: Db, workspaceId: string, chapterId: string): Promise<Block[]> {
	const loaded = await loadDocument(db, workspaceId, chapterId);
	if (!loaded) throw chapterNotFound();
	return readBlocks(loaded.doc);
}

/** Stand for the project's default voices, and for that of a character. */
export const voiceKeys = { heading: "title", paragraph: "paragraph", character: "character:" } as const;

export function factsOf(blocks: readonly Block[]): DocumentFacts {
	const voices = new Map<string, number>();
	const characters = new Map<string, number>();
	let unsureLines = 0;
	for (const { type, nodes } of blocks)
		for (const [at, { text, voiceId, line }] of nodes.entries()) {
			const ofCharacter = line && line.characterId !== "" && line.characterId !== narratorKey;
			const key =
				voiceId ??
				(ofCharacter
					? `${voiceKeys.character}${line.characterId}`
					: type === "p"
						? voiceKeys.paragraph
						: voiceKeys.heading);
			voices.set(key, (voices.get(key) ?? 0) + text.length);
			if (!line || sameLine(line, nodes[at - 1]?.line)) continue;
			characters.set(line.characterId, (characters.get(line.characterId) ?? 0) + 1);
			if (isUnsure(line)) unsureLines++;
		}
	return {
		blockIds: blocks.map(({ id }) => id),
		voiceIds: [...voices.keys()],
		voiceCharacters: [...voices.values()],
		characterIds: [...characters.keys()],
		characterLines: [...characters.values()],
		unsureLines,
		// PostgreSQL can't store it.
		body: plainText(blocks).replaceAll("\u0000", ""),
	};
}

/** Whether a line is shown for review. */
export const isUnsure = ({ characterId, confidence }: LineMark): boolean =>
	confidence < sureConfidence || characterId === "";

export const chapterNotFound = () => new AppError("chapter_not_found", "This chapter doesn't exist in this project.");
