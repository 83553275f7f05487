// Writes a revision into its project.
// Invariant: everything is written in the transaction that completes the revision, so it is applied once and completely.
import type { DroppedKind } from "@timbre/contract/studio/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { insertChapter, updateChapterRow } from "../chapters/chapters.repo.ts";
import { removeChapters } from "../chapters/chapters.service.ts";
import { compareManuscripts } from "../differences/comparison.ts";
import { findDestinations, movePlaces } from "../differences/destinations.ts";
import { textOf } from "../differences/manuscript.ts";
import { type RevisedChapter, type Rewrite, rewrite } from "../differences/rewrite.ts";
import { readBlocks } from "../document/blocks.ts";
import { lockDocument } from "../document/document.repo.ts";
import { changeDocument, initialDocument } from "../document/document.service.ts";
import { reviseDocument, toBlock } from "../document/revised-text.ts";
import { deleteText } from "../imports/text-store.service.ts";
import { findProject, lockProject, touchChapterOrder } from "../projects/projects.repo.ts";
import { deleteLock, deletePin, deletePinsByLock, upsertPin } from "../takes/pins.repo.ts";
import { loadRevisedText } from "./compare.service.ts";
import { moveComments } from "./move-comments.service.ts";
import { loadProjectText, type ProjectText } from "./project-text.service.ts";
import { completeImport, findRevision, lockRevision, updateRevision } from "./revisions.repo.ts";

export async function applyRevision(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	workspaceId: string,
	importId: string,
): Promise<void> {
	const row = await findRevision(db, workspaceId, importId);
	if (row?.state === "applying") {
		const after = await loadRevisedText({ storage }, workspaceId, importId, row.keep as DroppedKind[]);
		const applied = await db.transaction().execute(async (tx) => {
			if ((await lockRevision(tx, workspaceId, importId)) !== "applying") return false;
			const text = await lockText(tx, workspaceId, row.project_id);
			if (text?.fingerprint !== row.fingerprint) {
				// Somebody has edited meanwhile. Its comparison says so, and can be made again.
				await updateRevision(tx, workspaceId, importId, "applying", { state: "ready" });
				return false;
			}
			const comparison = compareManuscripts(text.chapters, after);
			const locks = { locked: text.locked, keep: !row.replaces_locked };
			await write(tx, workspaceId, row.project_id, text, rewrite(text.chapters, after, comparison, locks), locks.keep);
			await updateRevision(tx, workspaceId, importId, "applying", { state: "applied" });
			await completeImport(tx, workspaceId, importId);
			return true;
		});
		if (!applied) return;
	}
	if (row) await deleteText(storage, workspaceId, importId);
}

/** Keeps everybody else from changing the project until the transaction ends. */
async function lockText(tx: Db, workspaceId: string, projectId: string): Promise<ProjectText | undefined> {
	await lockProject(tx, workspaceId, projectId);
	const project = await findProject(tx, workspaceId, projectId);
	if (!project) return undefined;
	for (const id of project.chapter_ids) await lockDocument(tx, workspaceId, id);
	return loadProjectText(tx, workspaceId, project);
}

async function write(
	tx: Db,
	workspaceId: string,
	projectId: string,
	text: ProjectText,
	{ chapters, deleted, changedLocks }: Rewrite,
	keepLocked: boolean,
): Promise<void> {
	const ids: string[] = [];
	const blockIds: string[][] = [];
	for (const [position, chapter] of chapters.entries()) {
		const id = chapter.id ?? newId();
		ids.push(id);
		blockIds.push(await writeChapter(tx, workspaceId, { projectId, id, position, chapter }));
	}
	const destinations = findDestinations(chapters);
	await moveComments(tx, workspaceId, text, { destinations, chapterIds: ids, blockIds });
	const replaced = keepLocked ? [] : changedLocks.map(({ block }) => block.id);
	for (const blockId of replaced) {
		await deleteLock(tx, workspaceId, projectId, blockId);
		await deletePinsByLock(tx, workspaceId, projectId, blockId);
	}
	const oldTexts = new Map(
		text.chapters.flatMap(({ blocks }) => blocks.map((block) => [block.id, textOf(block)] as const)),
	);
	const pins = text.pins.filter(({ blockId, byLock }) => !(byLock && replaced.includes(blockId)));
	const moved = movePlaces(destinations, chapters, pins, (id) => oldTexts.get(id));
	// All are removed before any is written: two sentences may have changed places.
	for (const { from } of moved) await deletePin(tx, workspaceId, projectId, from);
	for (const { from, to } of moved) {
		const { blockId, sentenceKey, occurrence } = from;
		const pin = pins.find(
			(one) => one.blockId === blockId && one.sentenceKey === sentenceKey && one.occurrence === occurrence,
		);
		const place = {
			blockId: blockIds[to.chapter]?.[to.block] ?? "",
			sentenceKey: to.sentenceKey,
			occurrence: to.occurrence,
		};
		if (pin) await upsertPin(tx, workspaceId, projectId, place, { takeId: pin.takeId, byLock: pin.byLock });
	}
	if (deleted.length > 0) await removeChapters(tx, workspaceId, projectId, deleted);
	await touchChapterOrder(tx, workspaceId, projectId);
}

/** Returns the ids of its blocks. */
async function writeChapter(
	tx: Db,
	workspaceId: string,
	{ projectId, id, position, chapter }: { projectId: string; id: string; position: number; chapter: RevisedChapter },
): Promise<string[]> {
	const { name, blocks } = chapter;
	if (chapter.id !== null) {
		await updateChapterRow(tx, workspaceId, id, { name, position });
		return changeDocument(tx, workspaceId, id, (doc) => {
			reviseDocument(doc, blocks.length > 0 ? blocks : [{ id: null, type: "p", parts: [] }]);
			return readBlocks(doc).map((block) => block.id);
		});
	}
	const { document, facts } = initialDocument(blocks.map(toBlock));
	await insertChapter(tx, workspaceId, { id, projectId, position, name, document, facts });
	return facts.blockIds;
}
