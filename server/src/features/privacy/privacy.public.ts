import { AppError } from "@timbre/contract/errors.ts";
import type { PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import { bipaTermsRequired } from "@timbre/contract/privacy/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import { locationFromHeaders } from "./location.ts";
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

/** Rejects the processing of recorded voices in Illinois until the user accepts the biometric terms. */
export async function requireBiometricTerms(
	db: Database,
	{ userId, headers }: Pick<Context, "userId" | "headers">,
	trustProxy: boolean,
): Promise<void> {
	const location = locationFromHeaders(headers, trustProxy);
	// Most callers need no query: the terms apply in Illinois only.
	if (!bipaTermsRequired(location, false)) return;
	if (bipaTermsRequired(location, (await getPrivacyState(db, userId)).accepted_bipa_terms))
		throw new AppError(
			"bipa_terms_required",
			"Accept the updated terms on biometric voice data before you upload or record a voice.",
		);
}
