import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { recordAudit } from "../features/workspace/workspace.audit.public.ts";
import type { TestApp } from "./test-app.ts";

/** Writes an audit log entry while another transaction holds a workspace lock. Fails if the write has to wait. */
export async function writeWhileLocked(
	{ db }: Pick<TestApp, "db">,
	{ workspaceId, userId }: { workspaceId: string; userId: string },
	lock: (tx: Db) => Promise<unknown>,
): Promise<void> {
	await db.transaction().execute(async (holder) => {
		await lock(holder);
		await db.transaction().execute(async (tx) => {
			await sql`set local lock_timeout = '5s'`.execute(tx);
			await recordAudit(tx, { workspaceId, userId, via: "session" }, { className: "webhook", activity: "delete" });
		});
	});
}
