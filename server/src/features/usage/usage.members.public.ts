import type { Db } from "@timbre/db/connect.ts";
import { listSpendingByMember } from "./usage.members.repo.ts";

/** Credits spent in this period, by user id. */
export async function getMemberSpending(db: Db, workspaceId: string): Promise<Map<string, number>> {
	return new Map((await listSpendingByMember(db, workspaceId)).map((row) => [row.user_id ?? "", Number(row.spent)]));
}
