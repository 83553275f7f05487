import type { OnboardingState } from "@timbre/contract/onboarding/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { presentOnboarding } from "./onboarding.present.ts";
import { findOnboarding, insertOnboarding } from "./onboarding.repo.ts";

/** Called after sign-up. Idempotent. */
export async function startOnboarding(db: Database, userId: string): Promise<void> {
	await insertOnboarding(db, userId);
}

export async function getOnboarding(db: Database, userId: string): Promise<OnboardingState> {
	return presentOnboarding(await findOnboarding(db, userId));
}
