import type { Db } from "@timbre/db/connect.ts";
import { isWarningDismissed } from "./safety.repo.ts";

/** The part of the user that safety answers for. */
export async function safetyOf(db: Db, userId: string): Promise<{ moderation_warning_dismissed: boolean }> {
	return { moderation_warning_dismissed: await isWarningDismissed(db, userId) };
}
