import type { Db } from "@timbre/db/connect.ts";
import { isWarningDismissed } from "./safety.repo.ts";

/** The safety part of the user entity. */
export async function getUserSafety(db: Db, userId: string): Promise<{ moderation_warning_dismissed: boolean }> {
	return { moderation_warning_dismissed: await isWarningDismissed(db, userId) };
}
