import type { OnboardingState } from "@timbre/contract/onboarding.ts";
import type { Database } from "@timbre/db/connect.ts";
import { presentOnboarding } from "./onboarding.present.ts";
import { findOnboarding, insertNewcomer } from "./onboarding.repo.ts";

/** For somebody who has just signed up. May be called again: it changes nothing that has begun. */
export async function beginOnboarding(db: Database, userId: string): Promise<void> {
	await insertNewcomer(db, userId);
}

export async function readOnboarding(db: Database, userId: string): Promise<OnboardingState> {
	return presentOnboarding(await findOnboarding(db, userId));
}
