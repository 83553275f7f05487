// Profile data of a user, apart from the sign-in identity.
import type { Db } from "@timbre/db/connect.ts";
import { findUser } from "../users/users.repo.ts";
import { findProfile, type ProfileChange, upsertProfile } from "./profile.repo.ts";

export type Profile = {
	language: string | null;
	phoneNumber: string | null;
	agreesToProductUpdates: boolean;
	metadata: Record<string, unknown>;
	alpha: { granted: boolean; requested: boolean };
	internalEmail: string | null;
	isInProbation: boolean;
};

export async function getProfile(db: Db, userId: string): Promise<Profile> {
	const row = await findProfile(db, userId);
	return {
		language: row?.language ?? null,
		phoneNumber: row?.phone_number ?? null,
		agreesToProductUpdates: row?.agrees_to_product_updates ?? false,
		metadata: row?.account_metadata ?? {},
		alpha: { granted: row?.alpha_granted_at != null, requested: row?.alpha_requested_at != null },
		internalEmail: row?.internal_email ?? null,
		isInProbation: (row?.probation_until ?? new Date(0)) > new Date(),
	};
}

export async function setProductUpdates(db: Db, userId: string, agrees: boolean): Promise<void> {
	const change: ProfileChange = { agrees_to_product_updates: agrees };
	await upsertProfile(db, userId, change);
}

/** Applies the restrictions for users in probation until the given time. */
export async function setProbation(db: Db, userId: string, until: Date, reason: string): Promise<void> {
	await upsertProfile(db, userId, { probation_until: until, probation_reason: reason });
}

/** Staff are users with a verified email address at the operator's domain: their own or one verified separately. */
export async function isInternal(db: Db, domain: string | undefined, userId: string): Promise<boolean> {
	if (domain === undefined) return false;
	const user = await findUser(db, userId);
	if (user?.email_verified && isAtDomain(user.email, domain)) return true;
	const profile = await findProfile(db, userId);
	return profile?.internal_email != null && isAtDomain(profile.internal_email, domain);
}

/** Exact match: not "a@example.com.evil.org" and not "a@notexample.com". */
export function isAtDomain(email: string, domain: string): boolean {
	return email.slice(email.lastIndexOf("@") + 1).toLowerCase() === domain.toLowerCase();
}
