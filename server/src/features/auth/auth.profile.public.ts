// What is known of a person beside who it is.
import type { Db } from "@timbre/db/connect.ts";
import { findProfile, type ProfileChange, saveProfile } from "./auth.profile.repo.ts";
import { findUser } from "./auth.repo.ts";

export type Profile = {
	language: string | null;
	phoneNumber: string | null;
	agreesToProductUpdates: boolean;
	metadata: Record<string, unknown>;
	alpha: { granted: boolean; requested: boolean };
	internalEmail: string | null;
	isInProbation: boolean;
};

export async function readProfile(db: Db, userId: string): Promise<Profile> {
	const row = await findProfile(db, userId);
	return {
		language: row?.language ?? null,
		phoneNumber: row?.phone_number ?? null,
		agreesToProductUpdates: row?.agrees_to_product_updates ?? false,
		metadata: (row?.account_metadata ?? {}) as Record<string, unknown>,
		alpha: { granted: row?.alpha_granted_at != null, requested: row?.alpha_requested_at != null },
		internalEmail: row?.internal_email ?? null,
		isInProbation: (row?.probation_until ?? new Date(0)) > new Date(),
	};
}

export async function setProductUpdates(db: Db, userId: string, agrees: boolean): Promise<void> {
	const change: ProfileChange = { agrees_to_product_updates: agrees };
	await saveProfile(db, userId, change);
}

/** Until then, whatever holds for people in probation holds for this one. */
export async function setProbation(db: Db, userId: string, until: Date, reason: string): Promise<void> {
	await saveProfile(db, userId, { probation_until: until, probation_reason: reason });
}

/** Staff are known by a verified address of the operator's own domain, theirs or one they have shown to have. */
export async function isInternal(db: Db, domain: string | undefined, userId: string): Promise<boolean> {
	if (domain === undefined) return false;
	const user = await findUser(db, userId);
	if (user?.email_verified && isOfDomain(user.email, domain)) return true;
	const profile = await findProfile(db, userId);
	return profile?.internal_email != null && isOfDomain(profile.internal_email, domain);
}

/** Of exactly this domain: "a@example.com.evil.org" and "a@notexample.com" are not. */
export function isOfDomain(email: string, domain: string): boolean {
	return email.slice(email.lastIndexOf("@") + 1).toLowerCase() === domain.toLowerCase();
}
