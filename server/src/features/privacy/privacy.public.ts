import type { PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { saveOptOut } from "./privacy.repo.ts";
import { getPrivacyState } from "./privacy.service.ts";

export { locationFromHeaders } from "./location.ts";
export { startAccountDeletion } from "./privacy.deletion.service.ts";

/** The privacy part of the user entity. */
export async function getUserPrivacy(db: Database, userId: string): Promise<PrivacyState> {
	return getPrivacyState(db, userId);
}

/** Sets the opt-out of data sale and sharing. */
export async function setCcpaOptOut(tx: Db, userId: string, optOut: boolean): Promise<void> {
	await saveOptOut(tx, userId, optOut);
}
