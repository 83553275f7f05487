import type { Db } from "@timbre/db/connect.ts";

export async function listSpendingByMember(db: Db, workspaceId: string) {
	return db
		.selectFrom("credit_entry as entry")
		.innerJoin("credit_account as account", "account.workspace_id", "entry.workspace_id")
		.select((eb) => ["entry.user_id", eb.fn.sum<number>("entry.amount").as("spent")])
		.where("entry.workspace_id", "=", workspaceId)
		.where("entry.user_id", "is not", null)
		.whereRef("entry.created_at", ">=", "account.period_start")
		.groupBy("entry.user_id")
		.execute();
}
