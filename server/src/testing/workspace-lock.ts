import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { recordAct } from "../features/workspace/workspace.audit.public.ts";
import type { TestApp } from "./test-app.ts";

/** While one transaction holds a workspace's lock, another writes a line of its log: fails when that has to wait. */
export async function writeBesideLock(
	{ db }: Pick<TestApp, "db">,
	{ workspaceId, userId }: { workspaceId: string; userId: string },
	lock: (tx: Db) => Promise<unknown>,
): Promise<void> {
	await db.transaction().execute(async (holder) => {
		await lock(holder);
		await db.transaction().execute(async (tx) => {
			await sql`set local lock_timeout = '5s'`.execute(tx);
			await recordAct(tx, { workspaceId, userId, via: "session" }, { className: "webhook", activity: "delete" });
		});
	});
}
