// Plan and credits of the caller. The ledger is in usage.public.ts.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import type { Subscription, User, usageEndpoints } from "@timbre/contract/usage/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { getProfile, isInternal } from "../auth/auth.profile.public.ts";
import { getUser } from "../auth/auth.public.ts";
import { recordAudit } from "../workspace/workspace.audit.public.ts";
import { getExtraVoiceSlots, getTier } from "../workspace/workspace.public.ts";
import { presentSubscription, presentUser, type UserDetails, type VoiceCounts } from "./usage.present.ts";
import { setExtension, subscriptionStatus } from "./usage.public.ts";
import { ensureAccount, findAccount } from "./usage.repo.ts";

/** Provided by the voices area. */
export type CountVoices = (workspaceId: string) => Promise<VoiceCounts>;

export async function getSubscription(
	db: Database,
	workspaceId: string,
	countVoices: CountVoices,
): Promise<Subscription> {
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
		voices: await countVoices(workspaceId),
		extraVoiceSlots: await getExtraVoiceSlots(db, workspaceId),
	});
}

/** Dependencies on areas that depend on this one, so they are passed in. */
export type UserDependencies = {
	getUserDetails(context: Context): Promise<UserDetails>;
	countVoices: CountVoices;
	setCcpaOptOut(tx: Db, userId: string, optOut: boolean): Promise<void>;
	/** Email domain of internal staff. */
	internalDomain: string | undefined;
};

export async function getCurrentUser(db: Database, context: Context, deps: UserDependencies): Promise<User> {
	const user = await getUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const [profile, subscription, details, internal] = await Promise.all([
		getProfile(db, context.userId),
		getSubscription(db, context.workspaceId, deps.countVoices),
		deps.getUserDetails(context),
		isInternal(db, deps.internalDomain, context.userId),
	]);
	const hasAlphaAccess = internal || profile.alpha.granted;
	return presentUser(user, profile, context, subscription, { details, hasAlphaAccess });
}

export async function updateUser(
	db: Database,
	context: Context,
	deps: UserDependencies,
	change: InputOf<typeof usageEndpoints.editUser>["body"],
): Promise<{ status: "ok" }> {
	const { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max } = change;
	const extending = allowed != null || max !== undefined;
	if (extending && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only admins can change the workspace's limit extension.");
	await db.transaction().execute(async (tx) => {
		if (extending) {
			const tier = await getTier(tx, context.workspaceId);
			await ensureAccount(tx, context.workspaceId, plans[tier].characterLimit);
			const account = await findAccount(tx, context.workspaceId);
			await setExtension(tx, context.workspaceId, tier, {
				allowed: allowed ?? account?.extension_allowed ?? false,
				max: max === undefined ? (account?.max_extension ?? null) : max,
			});
			await recordAudit(tx, context, {
				className: "workspace_settings",
				activity: "update",
				details: { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max },
			});
		}
		if (change.ccpa_opt_out != null) await deps.setCcpaOptOut(tx, context.userId, change.ccpa_opt_out);
	});
	return { status: "ok" };
}
