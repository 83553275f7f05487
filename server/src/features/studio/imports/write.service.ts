import type { Database, Db } from "@timbre/db/connect.ts";
import type { DocumentText } from "@timbre/engines/documents/types.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { queueCast } from "../cast/cast.service.ts";
import { addChapters, type NewChapter, replaceChapters } from "../chapters/chapters.service.ts";
import { convertIfWanted } from "../conversions/queue.service.ts";
import { replaceBlocks } from "../document/document.service.ts";
import { fillDetails } from "../projects/projects.repo.ts";
import { asOneChapter, chosenChapters, type ImportChoice } from "./document-text.ts";
import { endImport, lockWriting } from "./imports.repo.ts";
import { deleteText, loadText } from "./text-store.service.ts";

/** Writes the chapters of an import. Does nothing if that is done, or if the import was deleted. */
export async function writeImport(
	{ db, storage }: { db: Database; storage: Storage },
	workspaceId: string,
	importId: string,
	choice: ImportChoice,
): Promise<void> {
	const document = await loadText(storage, workspaceId, importId);
	await db.transaction().execute(async (tx) => {
		const row = await lockWriting(tx, workspaceId, importId);
		if (!row?.project_id) return;
		if (!document) throw new PermanentFailure("The text of the document is gone. Import it again.");
		if (row.purpose === "chapter") await writeChapter(tx, workspaceId, row.chapter_id, document);
		else {
			const chapters = chosenChapters(document, choice);
			if (row.purpose === "replace") await replaceChapters(tx, workspaceId, row.project_id, chapters);
			else await addChapters(tx, workspaceId, row.project_id, chapters);
		}
		if (row.purpose === "create") await fillDetails(tx, workspaceId, row.project_id, detailsOf(document));
		if (row.assign_voices) await queueCast(tx, workspaceId, row.project_id, true);
		else if (row.purpose !== "chapter") await convertIfWanted(tx, workspaceId, row.project_id);
		await endImport(tx, workspaceId, importId, { state: "completed" });
	});
	await deleteText(storage, workspaceId, importId);
}

async function writeChapter(
	tx: Db,
	workspaceId: string,
	chapterId: string | null,
	document: DocumentText,
): Promise<void> {
	const blocks: NewChapter["blocks"] | undefined = asOneChapter(document);
	if (!blocks) throw new PermanentFailure("The document is too long for one chapter. Import it into a project.");
	if (chapterId !== null) await replaceBlocks(tx, workspaceId, chapterId, blocks, new Map());
}

const detailsOf = ({ title, author, language }: DocumentText) => ({
	title: title?.slice(0, 300) ?? null,
	author: author?.slice(0, 300) ?? null,
	language: twoLetterCode(language),
});

/** "en-US" is "en". Empty for what is no language code. */
export const twoLetterCode = (language: string | null): string =>
	/^([a-z]{2})(?:[-_]|$)/i.exec(language ?? "")?.[1]?.toLowerCase() ?? "";
