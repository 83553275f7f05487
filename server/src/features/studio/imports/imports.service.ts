// Imports of documents: a user's own until they are accepted, then part of a project.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { importEndpoints } from "@timbre/contract/studio/imports.ts";
import { importSeconds, maxOpenImports, maxProjectNameCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { claimUpload, type UrlUploadDeps } from "../../uploads/uploads.public.ts";
import { requireProject } from "../projects/access.service.ts";
import { createProject } from "../projects/projects.service.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import type { StudioCaller } from "../types.ts";
import type { ImportChoice } from "./document-text.ts";
import { presentImport } from "./imports.present.ts";
import {
	acceptReviewed,
	countOpenImports,
	deleteImportRow,
	findImport,
	hasRunningImport,
	type ImportPurpose,
	type ImportRow,
	insertImport,
	isReviewed,
	listOpenImports,
} from "./imports.repo.ts";
import { importExpiryWorkflow, importWorkflow, importWriteWorkflow } from "./imports.workflow.ts";
import { type DocumentSource, withDocument } from "./sources.service.ts";
import { deleteText } from "./text-store.service.ts";
import { twoLetterCode } from "./write.service.ts";

type Endpoints = typeof importEndpoints;

export async function listImports(db: Database, caller: StudioCaller): Promise<ResponseOf<Endpoints["listImports"]>> {
	return { imports: (await listOpenImports(db, caller.workspaceId, caller.userId)).map(presentImport) };
}

export async function getImport(db: Database, caller: StudioCaller, id: string): Promise<DocumentImport> {
	return presentImport(await requireImport(db, caller, id));
}

/** Starts to read a document that the user reviews before it is written. */
export async function createImport(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	{ file, url, project_id }: InputOf<Endpoints["createImport"]>["body"],
): Promise<DocumentImport> {
	if (project_id !== undefined) await requireProject(deps.db, caller, project_id, "edit");
	if ((file === undefined) === (url === undefined))
		throw new AppError("invalid_request", "Send either file or url.", { param: "file" });
	const id = await withDocument(deps, caller, { file, url, param: file ? "file" : "url" }, (document) =>
		deps.db
			.transaction()
			.execute((tx) => startImport(tx, caller, { purpose: "review", projectId: project_id ?? null, document })),
	);
	return getImport(deps.db, caller, id);
}

/** Call it in the transaction that adds an import. */
export async function requireOpenImport(
	tx: Db,
	{ workspaceId, userId }: Pick<StudioCaller, "workspaceId" | "userId">,
): Promise<void> {
	if ((await countOpenImports(tx, workspaceId, userId)) >= maxOpenImports)
		throw new AppError(
			"import_limit_reached",
			`You have ${maxOpenImports} imports that aren't done. Accept or delete some of them.`,
		);
}

/** Claims a document and reads it in the background. Call it in a transaction. */
export async function startImport(
	tx: Db,
	{ workspaceId, userId }: StudioCaller,
	target: {
		purpose: ImportPurpose;
		projectId: string | null;
		chapterId?: string;
		document: DocumentSource;
		assignVoices?: boolean;
	},
): Promise<string> {
	const { purpose, projectId, chapterId = null, document, assignVoices = false } = target;
	await requireOpenImport(tx, { workspaceId, userId });
	const id = newId();
	await claimUpload(tx, workspaceId, document.uploadId, `studio-import:${id}`);
	const sourceName = document.name;
	await insertImport(tx, workspaceId, { id, userId, purpose, projectId, chapterId, sourceName, assignVoices });
	await addToOutbox(tx, GLOBAL, {
		target: importWorkflow.name,
		key: id,
		payload: {
			workspaceId,
			importId: id,
			uploadId: document.uploadId,
			fileName: document.fileName,
			article: document.article,
		},
	});
	if (isReviewed(purpose))
		await addToOutbox(tx, GLOBAL, {
			target: importExpiryWorkflow.name,
			key: id,
			payload: { workspaceId, importId: id, seconds: importSeconds },
		});
	return id;
}

/** Writes the chapters that were found, in the background. Returns the id of their project. */
export async function acceptImport(
	db: Database,
	caller: StudioCaller,
	id: string,
	body: InputOf<Endpoints["acceptImport"]>["body"],
): Promise<string> {
	const row = await requireImport(db, caller, id);
	for (const param of ["default_title_voice_id", "default_paragraph_voice_id"] as const)
		if (body[param] !== undefined) await requireStudioVoice(db, caller, body[param], param);
	const choice = chooseChapters(row, body);
	const assignVoices = body.auto_assign_voices;
	if (row.project_id !== null) {
		const projectId = row.project_id;
		await requireProject(db, caller, projectId, "edit");
		await db.transaction().execute(async (tx) => {
			await requireNoImport(tx, caller.workspaceId, projectId);
			await accept(tx, caller.workspaceId, id, { projectId, choice, assignVoices });
		});
		return projectId;
	}
	const { title = null, author = null, language = null } = row.document ?? {};
	const { project } = await createProject(
		db,
		caller,
		{
			name: body.name ?? nameOf(row),
			default_title_voice_id: body.default_title_voice_id,
			default_paragraph_voice_id: body.default_paragraph_voice_id,
			title,
			author,
			language: twoLetterCode(language),
		},
		(tx, projectId) => accept(tx, caller.workspaceId, id, { projectId, choice, assignVoices }),
	);
	return project.project_id;
}

export async function deleteImport(
	{ db, storage }: { db: Database; storage: Storage },
	caller: StudioCaller,
	id: string,
): Promise<ResponseOf<Endpoints["deleteImport"]>> {
	await requireImport(db, caller, id);
	// What is running notices, and cleans up after itself.
	await deleteImportRow(db, caller.workspaceId, id);
	await deleteText(storage, caller.workspaceId, id);
	return { status: "ok" };
}

/** Two imports at once would mix their chapters. */
export async function requireNoImport(db: Db, workspaceId: string, projectId: string): Promise<void> {
	if (await hasRunningImport(db, workspaceId, projectId))
		throw new AppError("conflict", "A document is being imported into this project. Wait until that is done.");
}

async function accept(
	tx: Db,
	workspaceId: string,
	id: string,
	{ choice, ...target }: { projectId: string; choice: ImportChoice; assignVoices: boolean },
): Promise<void> {
	if (!(await acceptReviewed(tx, workspaceId, id, target))) throw notInReview();
	await addToOutbox(tx, GLOBAL, {
		target: importWriteWorkflow.name,
		key: id,
		payload: { workspaceId, importId: id, ...choice },
	});
}

function chooseChapters(row: ImportRow, { keep, chapters }: InputOf<Endpoints["acceptImport"]>["body"]): ImportChoice {
	if (row.state !== "review" || !row.document) throw notInReview();
	const count = row.document.chapters.length;
	if (chapters && (chapters.length === 0 || chapters.some((position) => position >= count)))
		throw new AppError(
			"invalid_request",
			chapters.length === 0 ? "Choose at least one chapter." : `The document has ${count} chapters, counted from 0.`,
			{ param: "chapters" },
		);
	return { keep, ...(chapters ? { chapters } : {}) };
}

/** The title of the document, or the name of its file without the type. */
function nameOf({ document, source_name }: ImportRow): string {
	const name = document?.title ?? source_name.replace(/\.[a-z]{2,8}$/i, "");
	return name.trim().slice(0, maxProjectNameCharacters).toWellFormed() || "Imported document";
}

async function requireImport(db: Db, { workspaceId, userId }: StudioCaller, id: string): Promise<ImportRow> {
	const row = await findImport(db, workspaceId, id);
	if (!row || row.created_by !== userId || row.purpose === "revision")
		throw new AppError("import_not_found", "This import doesn't exist. It may have expired or been deleted.");
	return row;
}

const notInReview = () =>
	new AppError("conflict", "This import can't be accepted: it isn't read yet, has failed, or was accepted already.");
