// Comments follow their passages into the revised text. One whose passage is gone keeps its quote and becomes resolved.
import type { Db } from "@timbre/db/connect.ts";
import type * as Y from "yjs";
import { updateCommentRow, updatePassage } from "../comments/comments.repo.ts";
import { type Destinations, movePassage } from "../differences/destinations.ts";
import { notifyChapter } from "../document/document.repo.ts";
import { loadDocument } from "../document/document.service.ts";
import { encodePassage, findPassages, type Passage } from "../document/passage-places.ts";
import type { PlacedComment, ProjectText } from "./project-text.service.ts";

/** The chapters and blocks that were written. */
type Written = { destinations: Destinations; chapterIds: readonly string[]; blockIds: readonly string[][] };

/** Call it in the transaction that has written the text. */
export async function moveComments(
	tx: Db,
	workspaceId: string,
	text: ProjectText,
	{ destinations, chapterIds, blockIds }: Written,
): Promise<void> {
	const oldBlocks = new Map(text.chapters.map(({ id, blocks }) => [id, blocks.map((block) => block.id)]));
	const documents = new Map<string, Y.Doc>();
	const documentOf = async (chapterId: string) => {
		const known = documents.get(chapterId) ?? (await loadDocument(tx, workspaceId, chapterId))?.doc;
		if (known) documents.set(chapterId, known);
		return known;
	};
	const changed = new Set<string>();
	for (const { row, passage } of text.comments) {
		const moved = passage && movePassage(destinations, passage, oldBlocks.get(row.chapter_id) ?? []);
		const staysInChapter = chapterIds.includes(row.chapter_id);
		if (!moved) {
			if (passage && row.resolved_at === null) await updateCommentRow(tx, workspaceId, row.id, { resolved: true });
			// A comment goes with its chapter otherwise.
			const chapterId = staysInChapter ? row.chapter_id : chapterIds[0];
			if (chapterId !== undefined && !staysInChapter) await updatePassage(tx, workspaceId, row.id, { chapterId });
			if (chapterId !== undefined && passage) changed.add(chapterId);
			continue;
		}
		const chapterId = chapterIds[moved.chapter] ?? row.chapter_id;
		const ids = blockIds[moved.chapter] ?? [];
		const target: Passage = {
			start: { blockId: ids[moved.start.block] ?? "", offset: moved.start.offset },
			end: { blockId: ids[moved.end.block] ?? "", offset: moved.end.offset },
		};
		const doc = await documentOf(chapterId);
		if (!doc || (chapterId === row.chapter_id && isThere(doc, row, target))) continue;
		await updatePassage(tx, workspaceId, row.id, { chapterId, passage: encodePassage(doc, target) });
		changed.add(chapterId).add(row.chapter_id);
	}
	for (const chapterId of changed) await notifyChapter(tx, workspaceId, { kind: "comments", chapterId });
}

/** Whether the positions already lead there by themselves. */
function isThere(doc: Y.Doc, row: PlacedComment["row"], target: Passage): boolean {
	const [found] = findPassages(doc, [{ start: row.passage_start, end: row.passage_end }]);
	const same = (one: Passage["start"], other: Passage["start"]) =>
		one.blockId === other.blockId && one.offset === other.offset;
	return found !== undefined && same(found.start, target.start) && same(found.end, target.end);
}
