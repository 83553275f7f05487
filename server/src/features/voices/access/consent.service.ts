// Whether a speaker consented to a use of their voice. Giving consent is part of voice-making.
import { AppError } from "@timbre/contract/errors.ts";
import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import type { Db } from "@timbre/db/connect.ts";
import { findLatestConsent } from "./consent.repo.ts";

/** Throws unless the speaker consented to this use. Voices that are not from a person need no consent. */
export async function requireConsentFor(
	db: Db,
	workspaceId: string,
	voice: { id: string; requires_verification: boolean },
	scope: ConsentScope,
): Promise<void> {
	if (!voice.requires_verification) return;
	const consent = await findLatestConsent(db, workspaceId, voice.id);
	if (consent?.holds && consent.scope.includes(scope)) return;
	const use = scope === "library" ? "publishing it in the library" : "sharing it";
	throw new AppError("voice_not_verified", `The speaker of this voice has not consented to ${use}.`);
}
