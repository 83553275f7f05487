import type { PrivacyState } from "@timbre/contract/privacy.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { saveOptOut } from "./privacy.repo.ts";
import { readPrivacyState } from "./privacy.service.ts";

/** For the user entity: what a person decided about their data. */
export async function privacyOf(db: Database, userId: string): Promise<PrivacyState> {
	return readPrivacyState(db, userId);
}

/** Whether anything about a person may be sold or shared. */
export async function setCcpaOptOut(tx: Db, userId: string, optOut: boolean): Promise<void> {
	await saveOptOut(tx, userId, optOut);
}
