// Audio of chapters and projects as it was when it was made.

import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { distinctNames, titleFileName } from "@timbre/contract/files.ts";
import type { snapshotEndpoints } from "@timbre/contract/studio/snapshots.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { unix } from "../../../core/time.ts";
import { type ZipFile, zipArchive } from "../../../core/zip.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { requireProject } from "../projects/access.service.ts";
import type { StudioCaller } from "../types.ts";
import {
	type ChapterSnapshotRow,
	findChapterSnapshot,
	findProjectSnapshot,
	listChapterSnapshotRows,
	listChapterSnapshotsById,
	listProjectSnapshotRows,
	type ProjectSnapshotRow,
} from "./snapshots.repo.ts";
import { alignmentsOf, loadTimes } from "./times.ts";

export type SnapshotDeps = { db: Database; storage: Storage };
type Endpoints = typeof snapshotEndpoints;
type ProjectPath = { project_id: string; project_snapshot_id: string };
type ChapterPath = { project_id: string; chapter_id: string; chapter_snapshot_id: string };

const maxListed = 100;

export async function listChapterSnapshots(
	{ db }: SnapshotDeps,
	caller: StudioCaller,
	{ project_id, chapter_id }: Omit<ChapterPath, "chapter_snapshot_id">,
): Promise<ResponseOf<Endpoints["listChapterSnapshots"]>> {
	await requireProject(db, caller, project_id, "read");
	await requireChapter(db, caller.workspaceId, project_id, chapter_id);
	const rows = await listChapterSnapshotRows(db, caller.workspaceId, chapter_id, maxListed);
	return { snapshots: rows.map(presentChapterSnapshot) };
}

export async function getChapterSnapshot(
	deps: SnapshotDeps,
	caller: StudioCaller,
	path: ChapterPath,
): Promise<ResponseOf<Endpoints["getChapterSnapshot"]>> {
	const row = await requireChapterSnapshot(deps.db, caller, path);
	return {
		...presentChapterSnapshot(row),
		character_alignments: alignmentsOf(await loadTimes(deps.storage, row.data_key)),
	};
}

export async function getChapterTimes(
	deps: SnapshotDeps,
	caller: StudioCaller,
	path: ChapterPath,
): Promise<ResponseOf<Endpoints["getChapterSnapshotTimes"]>> {
	const row = await requireChapterSnapshot(deps.db, caller, path);
	const sentences = await loadTimes(deps.storage, row.data_key);
	return {
		sentences: sentences.map(({ blockId, text, voiceId, from, to }) => ({
			block_id: blockId,
			text,
			voice_id: voiceId,
			start_seconds: from,
			end_seconds: to,
		})),
		peaks: [...row.peaks],
		audio_duration_secs: row.seconds,
	};
}

export async function getChapterAudio(
	{ db, storage }: SnapshotDeps,
	caller: StudioCaller,
	path: ChapterPath,
	rangeHeader: string | undefined,
): Promise<AudioResponse> {
	const row = await requireChapterSnapshot(db, caller, path);
	const audio = await storedAudio(storage, row.audio_key, {
		contentType: "audio/mpeg",
		rangeHeader,
		fileName: titleFileName(row.name, "mp3"),
	});
	if (!audio) throw new Error(`the audio ${row.audio_key} is missing`);
	return audio;
}

export async function listProjectSnapshots(
	{ db }: SnapshotDeps,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listProjectSnapshots"]>> {
	await requireProject(db, caller, projectId, "read");
	const rows = await listProjectSnapshotRows(db, caller.workspaceId, projectId, maxListed);
	return { snapshots: rows.map(presentProjectSnapshot) };
}

export async function getProjectSnapshot(
	deps: SnapshotDeps,
	caller: StudioCaller,
	path: ProjectPath,
): Promise<ResponseOf<Endpoints["getProjectSnapshot"]>> {
	const { row, chapters } = await requireProjectSnapshot(deps.db, caller, path);
	const alignments: ReturnType<typeof alignmentsOf> = [];
	let from = 0;
	for (const chapter of chapters) {
		const sentences = await loadTimes(deps.storage, chapter.data_key);
		const shifted = sentences.map((sentence) => ({ ...sentence, from: sentence.from + from, to: sentence.to + from }));
		alignments.push(...alignmentsOf(shifted));
		from += chapter.seconds;
	}
	return { ...presentProjectSnapshot(row), character_alignments: alignments };
}

/** One chapter after another: MP3 files can be joined as they are. */
export async function streamProject(
	{ db, storage }: SnapshotDeps,
	caller: StudioCaller,
	path: ProjectPath,
): Promise<AudioResponse> {
	const { row, chapters } = await requireProjectSnapshot(db, caller, path);
	async function* body() {
		for (const chapter of chapters) yield* await open(storage, chapter);
	}
	return { contentType: "audio/mpeg", body: body(), fileName: titleFileName(row.name, "mp3") };
}

export async function archiveProject(
	{ db, storage }: SnapshotDeps,
	caller: StudioCaller,
	path: ProjectPath,
): Promise<AudioResponse> {
	const { row, chapters } = await requireProjectSnapshot(db, caller, path);
	const digits = String(chapters.length).length;
	const names = distinctNames(
		chapters.map(({ name }, at) => titleFileName(`${String(at + 1).padStart(digits, "0")} ${name}`, "mp3")),
	);
	async function* files(): AsyncGenerator<ZipFile> {
		for (const [at, chapter] of chapters.entries())
			yield { name: names[at] ?? chapter.id, dateUnix: unix(chapter.created_at), body: await open(storage, chapter) };
	}
	return { contentType: "application/zip", body: zipArchive(files()), fileName: titleFileName(row.name, "zip") };
}

async function open(storage: Storage, { audio_key }: ChapterSnapshotRow): Promise<AsyncIterable<Uint8Array>> {
	const object = await storage.get(audio_key);
	if (!object) throw new Error(`the audio ${audio_key} is missing`);
	return object.body;
}

async function requireChapterSnapshot(
	db: Database,
	caller: StudioCaller,
	{ project_id, chapter_id, chapter_snapshot_id }: ChapterPath,
): Promise<ChapterSnapshotRow> {
	await requireProject(db, caller, project_id, "read");
	await requireChapter(db, caller.workspaceId, project_id, chapter_id);
	const row = await findChapterSnapshot(db, caller.workspaceId, chapter_id, chapter_snapshot_id);
	if (!row) throw snapshotNotFound();
	return row;
}

async function requireProjectSnapshot(
	db: Database,
	caller: StudioCaller,
	{ project_id, project_snapshot_id }: ProjectPath,
): Promise<{ row: ProjectSnapshotRow; chapters: ChapterSnapshotRow[] }> {
	await requireProject(db, caller, project_id, "read");
	const row = await findProjectSnapshot(db, caller.workspaceId, project_id, project_snapshot_id);
	if (!row) throw snapshotNotFound();
	const found = new Map(
		(await listChapterSnapshotsById(db, caller.workspaceId, row.chapter_snapshot_ids)).map((one) => [one.id, one]),
	);
	// Chapters that were deleted since are left out.
	return { row, chapters: row.chapter_snapshot_ids.flatMap((id) => found.get(id) ?? []) };
}

const snapshotNotFound = () => new AppError("snapshot_not_found", "This snapshot doesn't exist.");

function presentChapterSnapshot(row: ChapterSnapshotRow) {
	return {
		chapter_snapshot_id: row.id,
		project_id: row.project_id,
		chapter_id: row.chapter_id,
		created_at_unix: unix(row.created_at),
		name: row.name,
		audio_duration_secs: row.seconds,
		is_current: row.seq === row.last_seq,
	};
}

function presentProjectSnapshot(row: ProjectSnapshotRow) {
	return {
		project_snapshot_id: row.id,
		project_id: row.project_id,
		created_at_unix: unix(row.created_at),
		name: row.name,
		audio_upload: null,
		zip_upload: null,
		audio_duration_secs: row.seconds,
	};
}
