// What a caller may know about plan and credits. The ledger itself is in usage.public.ts.
import { AppError } from "@timbre/contract/errors.ts";
import type { OnboardingState } from "@timbre/contract/onboarding.ts";
import { plans } from "@timbre/contract/plans.ts";
import type { Subscription, User } from "@timbre/contract/usage.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { getUser } from "../auth/auth.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { presentSubscription, presentUser } from "./usage.present.ts";
import { subscriptionStatus } from "./usage.public.ts";
import { ensureAccount, findAccount } from "./usage.repo.ts";

export async function readSubscription(db: Database, workspaceId: string): Promise<Subscription> {
	const tier = await getTier(db, workspaceId);
	await ensureAccount(db, workspaceId, plans[tier].characterLimit);
	const account = await findAccount(db, workspaceId);
	if (!account) throw new Error(`workspace ${workspaceId} has no credit account`);
	return presentSubscription(tier, {
		used: account.used,
		reserved: account.reserved,
		creditLimit: account.credit_limit,
		periodEnd: account.period_end,
		status: subscriptionStatus(tier),
		extensionAllowed: account.extension_allowed,
		maxExtension: account.max_extension,
	});
}

/** Onboarding is above this area: how to ask it is handed in. */
export type OnboardingOf = (userId: string) => Promise<OnboardingState>;

export async function readUser(db: Database, context: Context, onboardingOf: OnboardingOf): Promise<User> {
	const user = await getUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const subscription = await readSubscription(db, context.workspaceId);
	return presentUser(user, context.workspaceId, context.role, subscription, await onboardingOf(context.userId));
}
