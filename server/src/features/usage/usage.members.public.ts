import type { Db } from "@timbre/db/connect.ts";
import { sumByMember } from "./usage.members.repo.ts";

/** Credits spent in this period, by who spent them. */
export async function spentByMembers(db: Db, workspaceId: string): Promise<Map<string, number>> {
	return new Map((await sumByMember(db, workspaceId)).map((row) => [row.user_id ?? "", Number(row.spent)]));
}
