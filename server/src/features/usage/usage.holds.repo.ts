import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export async function insertHolds(
	db: Db,
	workspaceId: string,
	holder: string,
	hashes: readonly string[],
): Promise<void> {
	if (hashes.length === 0) return;
	await sql`insert into take_hold (workspace_id, hash, holder)
		select ${workspaceId}, hash, ${holder} from unnest(${hashes as string[]}::text[]) as hash
		on conflict do nothing`.execute(db);
}

/** Those of the takes that someone holds. */
export async function listHeld(db: Db, workspaceId: string, hashes: readonly string[]): Promise<string[]> {
	if (hashes.length === 0) return [];
	const rows = await db
		.selectFrom("take_hold")
		.select("hash")
		.distinct()
		.where("workspace_id", "=", workspaceId)
		.where("hash", "=", sql<string>`any(${hashes as string[]}::text[])`)
		.execute();
	return rows.map(({ hash }) => hash);
}

/** Takes that only this holder needs. */
export async function listHeldOnlyBy(
	db: Db,
	workspaceId: string,
	holder: string,
	page: { after: string; limit: number },
): Promise<string[]> {
	const rows = await db
		.selectFrom("take_hold as own")
		.select("own.hash")
		.where("own.workspace_id", "=", workspaceId)
		.where("own.holder", "=", holder)
		.where("own.hash", ">", page.after)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("take_hold as other")
						.select("other.hash")
						.whereRef("other.workspace_id", "=", "own.workspace_id")
						.whereRef("other.hash", "=", "own.hash")
						.whereRef("other.holder", "<>", "own.holder"),
				),
			),
		)
		.orderBy("own.hash")
		.limit(page.limit)
		.execute();
	return rows.map(({ hash }) => hash);
}

export async function deleteHolds(db: Db, workspaceId: string, holder: string): Promise<void> {
	await db.deleteFrom("take_hold").where("workspace_id", "=", workspaceId).where("holder", "=", holder).execute();
}
