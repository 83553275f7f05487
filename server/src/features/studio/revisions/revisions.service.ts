// Revised manuscripts of a project, compared with it before they change it.
// Invariant: a project only changes by a revision that was compared with it as it is.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { revisionEndpoints } from "@timbre/contract/studio/revision/endpoints.ts";
import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { UrlUploadDeps } from "../../uploads/uploads.public.ts";
import { deleteImportRow } from "../imports/imports.repo.ts";
import { requireNoImport, startImport } from "../imports/imports.service.ts";
import { withDocument } from "../imports/sources.service.ts";
import { deleteText } from "../imports/text-store.service.ts";
import { type ProjectAction, requireProject } from "../projects/access.service.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import type { StudioCaller } from "../types.ts";
import { loadChanges } from "./changes-store.service.ts";
import { readFingerprint } from "./project-text.service.ts";
import { queueApplication, queueComparison } from "./queue.service.ts";
import { presentRevision, stateOf } from "./revisions.present.ts";
import { findRevision, insertRevision, listRevisionRows, type RevisionRow, updateRevision } from "./revisions.repo.ts";

type Endpoints = typeof revisionEndpoints;
type RevisionPath = { project_id: string; revision_id: string };

export async function listRevisions(
	db: Database,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listRevisions"]>> {
	const project = await requireProject(db, caller, projectId, "read");
	const rows = await listRevisionRows(db, caller.workspaceId, projectId);
	const fingerprint = rows.length > 0 ? await readFingerprint(db, caller.workspaceId, project) : "";
	return { revisions: rows.map((row) => presentRevision(row, fingerprint)) };
}

export async function createRevision(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	projectId: string,
	{ file, url }: InputOf<Endpoints["createRevision"]>["body"],
): Promise<Revision> {
	const { workspaceId, via, apiKeyId = null } = caller;
	await requireProject(deps.db, caller, projectId, "edit");
	if ((file === undefined) === (url === undefined))
		throw new AppError("invalid_request", "Send either file or url.", { param: "file" });
	const id = await withDocument(deps, caller, { file, url, param: file ? "file" : "url" }, (document) =>
		deps.db.transaction().execute(async (tx) => {
			const importId = await startImport(tx, caller, { purpose: "revision", projectId, document });
			await insertRevision(tx, workspaceId, { importId, projectId, via, apiKeyId });
			return importId;
		}),
	);
	return getRevision(deps.db, caller, { project_id: projectId, revision_id: id });
}

export async function getRevision(db: Database, caller: StudioCaller, path: RevisionPath): Promise<Revision> {
	const { project, row } = await requireRevision(db, caller, path, "read");
	return presentRevision(row, await readFingerprint(db, caller.workspaceId, project));
}

export async function listRevisionChanges(
	{ db, storage }: { db: Database; storage: Storage },
	caller: StudioCaller,
	path: RevisionPath,
	{ kind, from, limit }: InputOf<Endpoints["listRevisionChanges"]>["query"],
): Promise<ResponseOf<Endpoints["listRevisionChanges"]>> {
	const { row } = await requireRevision(db, caller, path, "read");
	if (stateOf(row) !== "ready")
		throw new AppError("conflict", "The changes of a revision can be listed while its state is ready.");
	const all = await loadChanges(storage, caller.workspaceId, path.revision_id);
	const wanted = all
		.map((change, index) => ({ ...change, index }))
		.filter((change) => change.index >= from && (kind === undefined || change.kind === kind));
	return { changes: wanted.slice(0, limit), next: wanted[limit]?.index ?? null };
}

export async function compareAgain(
	db: Database,
	caller: StudioCaller,
	path: RevisionPath,
	{ keep }: InputOf<Endpoints["compareRevision"]>["body"],
): Promise<Revision> {
	const { workspaceId } = caller;
	const { row } = await requireRevision(db, caller, path, "edit");
	const state = stateOf(row);
	if ((state !== "ready" && state !== "failed") || row.import_state !== "review")
		throw new AppError("conflict", "This revision can't be compared: it isn't read yet, or was applied already.");
	await db.transaction().execute(async (tx) => {
		const changed = await updateRevision(tx, workspaceId, row.import_id, state, { state: "comparing", keep });
		if (changed) await queueComparison(tx, workspaceId, row.import_id);
	});
	return getRevision(db, caller, path);
}

/** Writes the revision in the background. */
export async function startApplication(
	db: Database,
	caller: StudioCaller,
	path: RevisionPath,
	{ locked_blocks }: InputOf<Endpoints["applyRevision"]>["body"],
): Promise<Revision> {
	const { workspaceId } = caller;
	const { project, row } = await requireRevision(db, caller, path, "edit");
	if (stateOf(row) !== "ready" || !row.result)
		throw new AppError("conflict", "This revision can't be applied: it isn't compared yet, or was applied already.");
	if (row.result.locked_blocks.length > 0 && locked_blocks === undefined)
		throw new AppError(
			"invalid_request",
			"The revision changes locked paragraphs. Choose whether they keep their text or get the new one.",
			{ param: "locked_blocks" },
		);
	if (row.fingerprint !== (await readFingerprint(db, workspaceId, project)))
		throw new AppError("conflict", "The project has changed since the comparison. Compare again, then apply it.");
	await db.transaction().execute(async (tx) => {
		await requireNoImport(tx, workspaceId, path.project_id);
		const replacesLocked = locked_blocks === "replace";
		const changed = await updateRevision(tx, workspaceId, row.import_id, "ready", {
			state: "applying",
			replacesLocked,
		});
		if (changed) await queueApplication(tx, workspaceId, row.import_id);
	});
	return getRevision(db, caller, path);
}

export async function deleteRevision(
	{ db, storage }: { db: Database; storage: Storage },
	caller: StudioCaller,
	path: RevisionPath,
): Promise<ResponseOf<Endpoints["deleteRevision"]>> {
	const { row } = await requireRevision(db, caller, path, "edit");
	if (row.state === "applying")
		throw new AppError("conflict", "This revision is being applied. Wait until that is done.");
	// What is running notices, and cleans up after itself.
	await deleteImportRow(db, caller.workspaceId, row.import_id);
	await deleteText(storage, caller.workspaceId, row.import_id);
	return { status: "ok" };
}

async function requireRevision(
	db: Database,
	caller: StudioCaller,
	{ project_id, revision_id }: RevisionPath,
	action: ProjectAction,
): Promise<{ project: ProjectRow; row: RevisionRow }> {
	const project = await requireProject(db, caller, project_id, action);
	const row = await findRevision(db, caller.workspaceId, revision_id);
	if (row?.project_id !== project_id)
		throw new AppError(
			"revision_not_found",
			"This revision doesn't exist in this project. It may have been discarded.",
		);
	return { project, row };
}
