import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { DocumentFacts } from "../document/document.repo.ts";

const columns = [
	"id",
	"project_id",
	"position",
	"name",
	"block_ids",
	"voice_ids",
	"voice_characters",
	"character_ids",
	"character_lines",
	"unsure_lines",
	"created_at",
	"changed_at",
	"last_seq",
] as const;

export type ChapterRow = NonNullable<Awaited<ReturnType<typeof findChapter>>>;

/** Without the document. */
export async function findChapter(db: Db, workspaceId: string, projectId: string, id: string) {
	return db
		.selectFrom("studio_chapter")
		.select(columns)
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function listChapterRows(db: Db, workspaceId: string, projectId: string) {
	return db
		.selectFrom("studio_chapter")
		.select(columns)
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("position")
		.orderBy("id")
		.execute();
}

/** Call it in a transaction that has locked the project. */
export async function insertChapter(
	tx: Db,
	workspaceId: string,
	chapter: {
		id: string;
		projectId: string;
		position: number;
		name: string;
		document: Uint8Array;
		facts: DocumentFacts;
	},
): Promise<void> {
	await tx
		.insertInto("studio_chapter")
		.values({
			id: chapter.id,
			workspace_id: workspaceId,
			project_id: chapter.projectId,
			position: chapter.position,
			name: chapter.name,
			document: Buffer.from(chapter.document),
			block_ids: chapter.facts.blockIds,
			voice_ids: chapter.facts.voiceIds,
			voice_characters: chapter.facts.voiceCharacters,
			character_ids: chapter.facts.characterIds,
			character_lines: chapter.facts.characterLines,
			unsure_lines: chapter.facts.unsureLines,
			body: chapter.facts.body,
			changed_at: sql<Date>`now()`,
		})
		.execute();
}

export async function updateChapterRow(
	db: Db,
	workspaceId: string,
	id: string,
	values: { name?: string; position?: number },
): Promise<void> {
	if (Object.keys(values).length === 0) return;
	await db
		.updateTable("studio_chapter")
		.set(values)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteChapterRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("studio_chapter").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
