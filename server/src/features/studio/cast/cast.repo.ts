import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { CharacterVoices } from "../document/blocks.ts";

export type CharacterRow = Awaited<ReturnType<typeof listCharacterRows>>[number];
export type CastRow = NonNullable<Awaited<ReturnType<typeof findCast>>>;

export async function listCharacterRows(db: Db, workspaceId: string, projectId: string) {
	return db
		.selectFrom("studio_character")
		.select(["id", "name", "aliases", "gender", "voice_id"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

export async function findCharacter(db: Db, workspaceId: string, projectId: string, id: string) {
	return db
		.selectFrom("studio_character")
		.select(["id", "name", "aliases", "gender", "voice_id"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function findCharacterVoices(db: Db, workspaceId: string, projectId: string): Promise<CharacterVoices> {
	const rows = await listCharacterRows(db, workspaceId, projectId);
	return new Map(rows.flatMap(({ id, voice_id }) => (voice_id === null ? [] : [[id, voice_id] as const])));
}

export async function insertCharacter(
	tx: Db,
	workspaceId: string,
	character: {
		id: string;
		projectId: string;
		name: string;
		aliases: string[];
		gender: string | null;
		voiceId: string | null;
	},
): Promise<void> {
	await tx
		.insertInto("studio_character")
		.values({
			id: character.id,
			workspace_id: workspaceId,
			project_id: character.projectId,
			name: character.name,
			aliases: character.aliases,
			gender: character.gender,
			voice_id: character.voiceId,
			created_at: sql<Date>`clock_timestamp()`,
		})
		.execute();
}

export async function updateCharacterRow(
	db: Db,
	workspaceId: string,
	id: string,
	values: { name?: string; aliases?: string[]; gender?: string | null; voice_id?: string | null },
): Promise<void> {
	if (Object.keys(values).length === 0) return;
	await db
		.updateTable("studio_character")
		.set(values)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteCharacterRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("studio_character").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

export async function findCast(db: Db, workspaceId: string, projectId: string) {
	return db
		.selectFrom("studio_cast")
		.select(["run_id", "state", "progress", "error"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.executeTakeFirst();
}

/** False if speakers are being looked for. Call it in a transaction. */
export async function beginCast(tx: Db, workspaceId: string, projectId: string, runId: string): Promise<boolean> {
	const row = await tx
		.insertInto("studio_cast")
		.values({ project_id: projectId, workspace_id: workspaceId, run_id: runId })
		.onConflict((conflict) =>
			conflict
				.column("project_id")
				.doUpdateSet({ run_id: runId, state: "finding", progress: 0, error: null })
				.where("studio_cast.state", "!=", "finding"),
		)
		.returning("run_id")
		.executeTakeFirst();
	return row !== undefined;
}

/** Does nothing if another run has begun, or if the project was deleted. */
export async function updateCast(
	db: Db,
	workspaceId: string,
	projectId: string,
	runId: string,
	change: { progress?: number; state?: "ready" | "failed"; error?: string },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("studio_cast")
		.set(change)
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("run_id", "=", runId)
		.where("state", "=", "finding")
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
