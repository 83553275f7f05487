import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type VoiceoverRow = NonNullable<Awaited<ReturnType<typeof findVoiceover>>>;

export async function findVoiceover(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("voiceover")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function listVoiceoverRows(db: Db, workspaceId: string) {
	return db
		.selectFrom("voiceover")
		.selectAll()
		.select(
			sql<number>`(select count(*)::integer from voiceover_line line where line.voiceover_id = voiceover.id)`.as(
				"lines",
			),
		)
		.where("workspace_id", "=", workspaceId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
}

/** Serializes the creation of voice-overs, so that the plan's limit holds, and returns their number. */
export async function countVoiceovers(tx: Db, workspaceId: string): Promise<number> {
	await sql`select pg_advisory_xact_lock(hashtext('voiceover'), hashtext(${workspaceId}))`.execute(tx);
	const { count } = await tx
		.selectFrom("voiceover")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function insertVoiceover(
	tx: Db,
	workspaceId: string,
	voiceover: { id: string; userId: string; name: string },
): Promise<void> {
	const { id, userId, name } = voiceover;
	await tx.insertInto("voiceover").values({ id, workspace_id: workspaceId, created_by: userId, name }).execute();
}

/** Marks it as changed, and locks it until the transaction ends. */
export async function touchVoiceover(
	tx: Db,
	workspaceId: string,
	id: string,
	fields: { name?: string } = {},
): Promise<void> {
	await tx
		.updateTable("voiceover")
		.set({ ...fields, updated_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteVoiceoverRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("voiceover").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
