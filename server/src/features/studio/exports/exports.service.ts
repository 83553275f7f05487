// Exports of a project: files that are made of it in the background.
// Invariant: what an export is made of is fixed when it is requested, and what can be rejected is rejected then.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { exportEndpoints } from "@timbre/contract/studio/exports/endpoints.ts";
import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import { maxExports } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import { newId } from "../../../core/ids.ts";
import type { ExportChapter, ExportSettings } from "../../../core/json-columns/studio.ts";
import { deleteAll, type Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { chapterNotFound } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import { lockProject, type ProjectRow } from "../projects/projects.repo.ts";
import { listNewestSnapshots } from "../snapshots/snapshots.repo.ts";
import type { StudioCaller } from "../types.ts";
import { exportNotFound, presentExport } from "./exports.present.ts";
import {
	countExports,
	deleteExportRow,
	type ExportRow,
	endExport,
	findExport,
	insertExport,
	listExportRows,
} from "./exports.repo.ts";
import { exportWorkflow } from "./exports.workflow.ts";
import { isAudio, isCaptions } from "./formats.ts";
import { folderOf } from "./storage-files.service.ts";

type Endpoints = typeof exportEndpoints;
type ExportDeps = { db: Database; storage: Storage };
type ExportPath = { project_id: string; export_id: string };
type Request = InputOf<Endpoints["createExport"]>["body"];

export async function listExports(
	db: Database,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listExports"]>> {
	await requireProject(db, caller, projectId, "read");
	return { exports: (await listExportRows(db, caller.workspaceId, projectId)).map(presentExport) };
}

export async function getExport(db: Database, caller: StudioCaller, path: ExportPath): Promise<ProjectExport> {
	await requireProject(db, caller, path.project_id, "read");
	return presentExport(await requireExport(db, caller.workspaceId, path));
}

export async function startExport(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	request: Request,
): Promise<ProjectExport> {
	const { workspaceId, userId, via, apiKeyId = null } = caller;
	const project = await requireProject(db, caller, projectId, "edit");
	const audio = await loadAudioExport(db, workspaceId, projectId, request);
	const settings: ExportSettings = {
		loudness: audio?.settings.loudness ?? request.loudness ?? (project.acx_volume_normalization ? "acx" : "none"),
		bit_depth: request.bit_depth,
		audio_export_id: audio?.id ?? null,
		captions_per_chapter: audio !== undefined && /_zip$|^epub$/.test(audio.format),
	};
	const chapters = audio
		? chosenOf(audio, request.chapter_ids)
		: await chooseChapters(db, workspaceId, project, request);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		if ((await countExports(tx, workspaceId, projectId)) >= maxExports)
			throw new AppError("export_limit_reached", `A project keeps at most ${maxExports} exports. Delete some of them.`);
		const { format } = request;
		await insertExport(tx, workspaceId, { id, projectId, userId, via, apiKeyId, format, settings, chapters });
		await addToOutbox(tx, GLOBAL, {
			target: exportWorkflow.name,
			key: id,
			payload: { workspaceId, projectId, exportId: id },
		});
	});
	return getExport(db, caller, { project_id: projectId, export_id: id });
}

/** A running export notices within a second. */
export async function cancelExport(db: Database, caller: StudioCaller, path: ExportPath): Promise<ProjectExport> {
	await requireProject(db, caller, path.project_id, "edit");
	await requireExport(db, caller.workspaceId, path);
	await endExport(db, caller.workspaceId, path.export_id, { state: "canceled" });
	return getExport(db, caller, path);
}

export async function deleteExport(
	{ db, storage }: ExportDeps,
	caller: StudioCaller,
	path: ExportPath,
): Promise<ResponseOf<Endpoints["deleteExport"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, path.project_id, "edit");
	await requireExport(db, workspaceId, path);
	// What is running notices, and cleans up after itself.
	await deleteExportRow(db, workspaceId, path.export_id);
	await deleteAll(storage, folderOf(workspaceId, path.project_id, path.export_id));
	return { status: "ok" };
}

export async function downloadExport(
	{ db, storage }: ExportDeps,
	caller: StudioCaller,
	path: ExportPath,
	rangeHeader: string | undefined,
): Promise<AudioResponse> {
	await requireProject(db, caller, path.project_id, "read");
	const row = await requireExport(db, caller.workspaceId, path);
	if (row.state !== "done" || row.file_key === null || row.content_type === null)
		throw new AppError("conflict", "This export isn't done. Wait until its state is done.");
	const file = await storedAudio(storage, row.file_key, { contentType: row.content_type, rangeHeader });
	if (!file) throw exportNotFound();
	return { ...file, fileName: row.file_name ?? undefined, attachment: true };
}

async function requireExport(db: Db, workspaceId: string, { project_id, export_id }: ExportPath): Promise<ExportRow> {
	const row = await findExport(db, workspaceId, export_id);
	if (row?.project_id !== project_id) throw exportNotFound();
	return row;
}

async function loadAudioExport(
	db: Db,
	workspaceId: string,
	projectId: string,
	{ format, audio_export_id }: Request,
): Promise<ExportRow | undefined> {
	if (audio_export_id === undefined) return undefined;
	const param = { param: "audio_export_id" };
	const row = await requireExport(db, workspaceId, { project_id: projectId, export_id: audio_export_id });
	if (!isCaptions(format)) throw new AppError("invalid_request", "Only captions belong to another export.", param);
	if (row.state !== "done" || !isAudio(row.format))
		throw new AppError("invalid_request", "Captions need an export of audio that is done.", param);
	return row;
}

function chosenOf(audio: ExportRow, chapterIds: readonly string[] | undefined): readonly ExportChapter[] {
	if (!chapterIds) return audio.chapters;
	const chosen = audio.chapters.filter(({ chapter_id }) => chapterIds.includes(chapter_id));
	if (chosen.length < new Set(chapterIds).size) throw chapterNotFound();
	return chosen;
}

/** The newest audio of each chapter. Chapters without text are left out. */
async function chooseChapters(
	db: Db,
	workspaceId: string,
	project: ProjectRow,
	{ format, chapter_ids }: Request,
): Promise<ExportChapter[]> {
	const rows = await listChapterRows(db, workspaceId, project.id);
	if (chapter_ids && !chapter_ids.every((id) => rows.some((row) => row.id === id))) throw chapterNotFound();
	const newest = new Map(
		(await listNewestSnapshots(db, workspaceId, [project.id])).map((one) => [one.chapter_id, one]),
	);
	const listed = rows.filter(({ id }) => chapter_ids?.includes(id) ?? true);
	const chapters = listed.map(({ id, name, last_seq }): ExportChapter => {
		const snapshot = newest.get(id);
		return { chapter_id: id, name, snapshot_id: snapshot?.id ?? null, is_current: snapshot?.seq === last_seq };
	});
	if (format === "bundle") return chapters;
	const withText = listed.filter((row) => row.voice_characters.some((characters) => characters > 0));
	const missing = withText.filter(({ id }) => !newest.has(id));
	if (missing.length > 0) throw notConverted(missing.map(({ name }) => name));
	const found = chapters.filter(({ snapshot_id }) => snapshot_id !== null);
	if (found.length === 0)
		throw new AppError("not_converted", "There is no audio to export. Convert the project first.");
	return found;
}

const maxNamed = 5;

function notConverted(names: readonly string[]): AppError {
	const named = names.slice(0, maxNamed).map((name) => `“${name}”`);
	const more = names.length - named.length;
	const list = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
	return new AppError(
		"not_converted",
		names.length === 1
			? `The chapter ${list} has no audio yet. Convert it first, or leave it out.`
			: `These chapters have no audio yet: ${list}. Convert them first, or leave them out.`,
	);
}
