import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type AutoConvert, projectColumns } from "../../../core/json-columns/studio.ts";

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

export type ProjectFields = {
	name: string;
	default_title_voice_id: string;
	default_paragraph_voice_id: string;
	title: string | null;
	author: string | null;
	isbn_number: string | null;
	description: string;
	genres: string[];
	target_audience: string;
	language: string;
	content_type: string;
	original_publication_date: string;
	mature_content: boolean;
	fiction: string | null;
	source_type: string | null;
	quality_preset: string;
	apply_text_normalization: string;
	acx_volume_normalization: boolean;
	continue_playing: boolean;
	quality_check: boolean;
	callback_url: string | null;
};

/** Projects with the ids of their chapters in reading order, and with their latest import. */
function projects(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_project as project")
		.selectAll("project")
		.select(
			sql<string[]>`array(select chapter.id from studio_chapter chapter where chapter.project_id = project.id
				order by chapter.position, chapter.id)`.as("chapter_ids"),
		)
		.leftJoinLateral(
			(eb) =>
				eb
					.selectFrom("studio_import")
					.select([
						"state as import_state",
						"progress as import_progress",
						"error as import_error",
						"purpose as import_purpose",
						"script_by",
					])
					.whereRef("studio_import.project_id", "=", "project.id")
					.where("purpose", "!=", "chapter")
					.where("accepted_at", "is not", null)
					.orderBy("created_at", "desc")
					.limit(1)
					.as("latest_import"),
			(join) => join.onTrue(),
		)
		.select([
			"latest_import.import_state",
			"latest_import.import_progress",
			"latest_import.import_error",
			"latest_import.import_purpose",
			"latest_import.script_by",
		])
		.where("project.workspace_id", "=", workspaceId);
}

export async function findProject(db: Db, workspaceId: string, id: string) {
	return projects(db, workspaceId).where("project.id", "=", id).executeTakeFirst();
}

export async function listProjectRows(db: Db, workspaceId: string) {
	return projects(db, workspaceId).orderBy("project.created_at", "desc").orderBy("project.id", "desc").execute();
}

/** Serializes changes to the list of chapters. Call it in a transaction. */
export async function lockProject(tx: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await tx
		.selectFrom("studio_project")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.forNoKeyUpdate()
		.executeTakeFirst();
	return row !== undefined;
}

/** Serializes the creation of projects, so that the plan's limit holds, and returns their number. */
export async function countProjects(tx: Db, workspaceId: string): Promise<number> {
	await sql`select pg_advisory_xact_lock(hashtext('studio_project'), hashtext(${workspaceId}))`.execute(tx);
	const { count } = await tx
		.selectFrom("studio_project")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function insertProject(
	tx: Db,
	workspaceId: string,
	project: { id: string; userId: string; fields: ProjectFields },
): Promise<void> {
	await tx
		.insertInto("studio_project")
		.values({ id: project.id, workspace_id: workspaceId, created_by: project.userId, ...project.fields })
		.execute();
}

export async function updateProjectRow(
	db: Db,
	workspaceId: string,
	id: string,
	fields: Partial<ProjectFields>,
): Promise<void> {
	if (Object.keys(fields).length === 0) return;
	await db
		.updateTable("studio_project")
		.set(fields)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Sets what the project doesn't say yet. */
export async function fillDetails(
	db: Db,
	workspaceId: string,
	id: string,
	{ title, author, language }: { title: string | null; author: string | null; language: string },
): Promise<void> {
	await db
		.updateTable("studio_project")
		.set({
			title: sql<string | null>`coalesce(title, ${title})`,
			author: sql<string | null>`coalesce(author, ${author})`,
			language: sql<string>`case when language = '' then ${language} else language end`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function updateCover(
	db: Db,
	workspaceId: string,
	id: string,
	cover: { id: string; type: string } | null,
): Promise<void> {
	await db
		.updateTable("studio_project")
		.set({ cover_id: cover?.id ?? null, cover_type: cover?.type ?? null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function touchChapterOrder(tx: Db, workspaceId: string, id: string): Promise<void> {
	await tx
		.updateTable("studio_project")
		.set({ chapters_changed_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteProjectRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("studio_project").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

/** Dictionaries of several projects, in the order in which they apply. */
export async function listDictionaries(db: Db, workspaceId: string, projectIds: readonly string[]) {
	if (projectIds.length === 0) return [];
	return db
		.selectFrom("studio_project_dictionary")
		.select(["project_id", "dictionary_id", "version_id"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "in", [...projectIds])
		.orderBy("project_id")
		.orderBy("position")
		.execute();
}

/** Call it in a transaction that has locked the project. */
export async function replaceDictionaries(
	tx: Db,
	workspaceId: string,
	projectId: string,
	locators: readonly { dictionaryId: string; versionId: string | null }[],
): Promise<void> {
	await tx
		.deleteFrom("studio_project_dictionary")
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.execute();
	if (locators.length === 0) return;
	await tx
		.insertInto("studio_project_dictionary")
		.values(
			locators.map(({ dictionaryId, versionId }, position) => ({
				workspace_id: workspaceId,
				project_id: projectId,
				position,
				dictionary_id: dictionaryId,
				version_id: versionId,
			})),
		)
		.execute();
}

/** Who wants the project converted once its text is complete. */
export async function updateAutoConvert(db: Db, workspaceId: string, id: string, starter: AutoConvert): Promise<void> {
	await db
		.updateTable("studio_project")
		.set({ auto_convert: projectColumns.auto_convert.write(starter) })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Returns who wants the project converted, once. Call it in a transaction. */
export async function takeAutoConvert(tx: Db, workspaceId: string, id: string): Promise<AutoConvert | null> {
	const found = await tx
		.selectFrom("studio_project")
		.select("auto_convert")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("auto_convert", "is not", null)
		.forUpdate()
		.executeTakeFirst();
	if (!found) return null;
	await tx
		.updateTable("studio_project")
		.set({ auto_convert: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
	return readRow(projectColumns, found).auto_convert;
}
