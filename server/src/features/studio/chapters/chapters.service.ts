// Chapters of a project.
// Invariant: the text of a chapter is its document; what the row says about it is only read from it.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { ContentInput } from "@timbre/contract/studio/content-schemas.ts";
import type { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { maxChapters } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { findCharacterVoices } from "../cast/cast.repo.ts";
import { loadProjectAudio, noAudio } from "../conversions/audio-state.service.ts";
import type { NewBlock } from "../document/blocks.ts";
import { notifyChapter } from "../document/document.repo.ts";
import { chapterNotFound, getBlocks, initialDocument, replaceBlocks } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import { lockProject, type ProjectRow, touchChapterOrder } from "../projects/projects.repo.ts";
import { requireStudioVoices } from "../projects/voices.service.ts";
import { listSnapshotFiles } from "../snapshots/snapshots.repo.ts";
import type { StudioCaller } from "../types.ts";
import {
	type DefaultVoices,
	type ProjectVoices,
	presentChapter,
	presentChapterWithContent,
} from "./chapters.present.ts";
import {
	type ChapterRow,
	deleteChapterRow,
	findChapter,
	insertChapter,
	listChapterRows,
	updateChapterRow,
} from "./chapters.repo.ts";

type Endpoints = typeof studioEndpoints;
export type NewChapter = { name: string; blocks: NewBlock[] };

export async function listChapters(
	db: Database,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listChapters"]>> {
	const project = await requireProject(db, caller, projectId, "read");
	const rows = await listChapterRows(db, caller.workspaceId, projectId);
	const voices = await projectVoices(db, caller.workspaceId, project);
	const audio = (await loadProjectAudio(db, caller.workspaceId, [projectId])).get(projectId);
	return { chapters: rows.map((row) => presentChapter(row, voices, audio)) };
}

export async function getChapter(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	id: string,
): Promise<ResponseOf<Endpoints["getChapter"]>> {
	const project = await requireProject(db, caller, projectId, "read");
	return present(db, caller, project, await requireChapter(db, caller.workspaceId, projectId, id));
}

export async function createChapter(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	{ name }: { name: string },
	/** Adds its text in the same transaction, now or later. */
	addText?: (tx: Db, chapterId: string) => Promise<void>,
): Promise<ResponseOf<Endpoints["createChapter"]>> {
	const project = await requireProject(db, caller, projectId, "edit");
	const id = await db.transaction().execute(async (tx) => {
		const [added = ""] = await addChapters(tx, caller.workspaceId, projectId, [{ name, blocks: [] }]);
		await addText?.(tx, added);
		return added;
	});
	const row = await requireChapter(db, caller.workspaceId, projectId, id);
	return { chapter: await present(db, caller, project, row) };
}

export async function updateChapter(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	id: string,
	{ name, content }: InputOf<Endpoints["updateChapter"]>["body"],
): Promise<ResponseOf<Endpoints["updateChapter"]>> {
	const { workspaceId } = caller;
	const project = await requireProject(db, caller, projectId, "edit");
	await requireChapter(db, workspaceId, projectId, id);
	const blocks = content ? toBlocks(content.blocks, project) : undefined;
	if (blocks) await requireStudioVoices(db, caller, voicesOf(blocks));
	await db.transaction().execute(async (tx) => {
		if (name) await updateChapterRow(tx, workspaceId, id, { name });
		if (blocks) {
			const characterVoices = await findCharacterVoices(tx, workspaceId, projectId);
			await replaceBlocks(tx, workspaceId, id, blocks, characterVoices);
		}
	});
	return { chapter: await present(db, caller, project, await requireChapter(db, workspaceId, projectId, id)) };
}

export async function deleteChapter(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	id: string,
): Promise<ResponseOf<Endpoints["deleteChapter"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "edit");
	await requireChapter(db, workspaceId, projectId, id);
	await db.transaction().execute((tx) => removeChapters(tx, workspaceId, projectId, [id]));
	return { status: "ok" };
}

/** Sets the order of all chapters. Each must be listed once. */
export async function orderChapters(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	ids: readonly string[],
): Promise<void> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "edit");
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		const current = (await listChapterRows(tx, workspaceId, projectId)).map((row) => row.id);
		if (!ids.every((id) => current.includes(id))) throw chapterNotFound();
		if (ids.length !== current.length || new Set(ids).size !== ids.length)
			throw new AppError("conflict", "The chapters have changed in the meantime. Load the project again.");
		for (const [position, id] of ids.entries()) await updateChapterRow(tx, workspaceId, id, { position });
		await touchChapterOrder(tx, workspaceId, projectId);
	});
}

/** Adds chapters at the end and returns their ids. Call it in a transaction. */
export async function addChapters(
	tx: Db,
	workspaceId: string,
	projectId: string,
	chapters: readonly NewChapter[],
): Promise<string[]> {
	await lockProject(tx, workspaceId, projectId);
	const rows = await listChapterRows(tx, workspaceId, projectId);
	if (rows.length + chapters.length > maxChapters)
		throw new AppError("chapter_limit_reached", `A project can have at most ${maxChapters} chapters.`);
	const next = (rows.at(-1)?.position ?? -1) + 1;
	const ids: string[] = [];
	for (const [at, { name, blocks }] of chapters.entries()) {
		const id = newId();
		const { document, facts } = initialDocument(blocks);
		await insertChapter(tx, workspaceId, { id, projectId, position: next + at, name, document, facts });
		ids.push(id);
	}
	await touchChapterOrder(tx, workspaceId, projectId);
	return ids;
}

/** Replaces all chapters. A chapter with the same name and position keeps its id. Call it in a transaction. */
export async function replaceChapters(
	tx: Db,
	workspaceId: string,
	projectId: string,
	chapters: readonly NewChapter[],
): Promise<void> {
	await lockProject(tx, workspaceId, projectId);
	const characterVoices = await findCharacterVoices(tx, workspaceId, projectId);
	const current = await listChapterRows(tx, workspaceId, projectId);
	const kept = current.filter((one, at) => one.name === chapters[at]?.name);
	const removed = current.filter((one) => !kept.includes(one)).map((one) => one.id);
	if (removed.length > 0) await removeChapters(tx, workspaceId, projectId, removed);
	for (const [position, chapter] of chapters.entries()) {
		const same = current[position];
		if (same && kept.includes(same)) {
			await replaceBlocks(tx, workspaceId, same.id, chapter.blocks, characterVoices);
			await updateChapterRow(tx, workspaceId, same.id, { position });
		} else {
			const [added = ""] = await addChapters(tx, workspaceId, projectId, [chapter]);
			await updateChapterRow(tx, workspaceId, added, { position });
		}
	}
}

/** Call it in a transaction. */
export async function removeChapters(
	tx: Db,
	workspaceId: string,
	projectId: string,
	ids: readonly string[],
): Promise<void> {
	for (const id of ids) {
		const chapterFiles = await listSnapshotFiles(tx, workspaceId, id);
		if (chapterFiles.length > 0)
			await addToOutbox(tx, GLOBAL, {
				target: "StudioPurge",
				key: id,
				payload: { workspaceId, projectId, chapterFiles },
			});
		await deleteChapterRow(tx, workspaceId, id);
		await notifyChapter(tx, workspaceId, { kind: "deleted", chapterId: id });
	}
	await touchChapterOrder(tx, workspaceId, projectId);
}

/** A node whose voice is the default one follows the default when that changes. */
export function toBlocks(blocks: ContentInput["blocks"], defaults: DefaultVoices): NewBlock[] {
	return blocks.map(({ block_id, sub_type, nodes }) => {
		const type = sub_type ?? "p";
		const usual = type === "p" ? defaults.default_paragraph_voice_id : defaults.default_title_voice_id;
		return {
			id: block_id ?? null,
			type,
			nodes: nodes.map(({ text, voice_id }) => ({ text, voiceId: voice_id === usual ? null : voice_id })),
		};
	});
}

export const voicesOf = (blocks: readonly NewBlock[]): string[] =>
	blocks.flatMap(({ nodes }) => nodes.flatMap(({ voiceId }) => (voiceId === null ? [] : [voiceId])));

export async function requireChapter(db: Db, workspaceId: string, projectId: string, id: string): Promise<ChapterRow> {
	const row = await findChapter(db, workspaceId, projectId, id);
	if (!row) throw chapterNotFound();
	return row;
}

async function present(db: Database, caller: StudioCaller, project: ProjectRow, row: ChapterRow) {
	const voices = await projectVoices(db, caller.workspaceId, project);
	const audio = (await loadProjectAudio(db, caller.workspaceId, [project.id])).get(project.id) ?? noAudio;
	return presentChapterWithContent(row, voices, await getBlocks(db, caller.workspaceId, row.id), audio);
}

/** The voices of text without a voice of its own. */
export async function projectVoices(db: Db, workspaceId: string, project: ProjectRow): Promise<ProjectVoices> {
	return { ...project, characterVoices: await findCharacterVoices(db, workspaceId, project.id) };
}
