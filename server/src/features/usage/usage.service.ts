// What a caller may know about plan and credits. The ledger itself is in usage.public.ts.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import type { Subscription, User, usageEndpoints } from "@timbre/contract/usage.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { isInternal, readProfile } from "../auth/auth.profile.public.ts";
import { getUser } from "../auth/auth.public.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { getExtraVoiceSlots, getTier } from "../workspace/workspace.public.ts";
import { type PersonAbove, presentSubscription, presentUser, type VoiceCounts } from "./usage.present.ts";
import { setExtension, subscriptionStatus } from "./usage.public.ts";
import { ensureAccount, findAccount } from "./usage.repo.ts";

/** `countVoices` is asked of the area that has them. */
export type CountVoices = (workspaceId: string) => Promise<VoiceCounts>;

export async function readSubscription(
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

/** What is above this area: how to ask it and tell it is handed in. */
export type UsersAbove = {
	person(context: Context): Promise<PersonAbove>;
	countVoices: CountVoices;
	setCcpaOptOut(tx: Db, userId: string, optOut: boolean): Promise<void>;
	/** Staff are known by this domain. */
	internalDomain: string | undefined;
};

export async function readUser(db: Database, context: Context, above: UsersAbove): Promise<User> {
	const user = await getUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const [profile, subscription, person, internal] = await Promise.all([
		readProfile(db, context.userId),
		readSubscription(db, context.workspaceId, above.countVoices),
		above.person(context),
		isInternal(db, above.internalDomain, context.userId),
	]);
	const hasAlphaAccess = internal || profile.alpha.granted;
	return presentUser(user, profile, context, subscription, { above: person, hasAlphaAccess });
}

export async function editUser(
	db: Database,
	context: Context,
	above: UsersAbove,
	change: InputOf<typeof usageEndpoints.editUser>["body"],
): Promise<{ status: "ok" }> {
	const { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max } = change;
	const extending = allowed != null || max !== undefined;
	if (extending && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin may change what the workspace spends beyond its limit.");
	await db.transaction().execute(async (tx) => {
		if (extending) {
			const tier = await getTier(tx, context.workspaceId);
			await ensureAccount(tx, context.workspaceId, plans[tier].characterLimit);
			const account = await findAccount(tx, context.workspaceId);
			await setExtension(tx, context.workspaceId, tier, {
				allowed: allowed ?? account?.extension_allowed ?? false,
				max: max === undefined ? (account?.max_extension ?? null) : max,
			});
			await recordAct(tx, context, {
				className: "workspace_settings",
				activity: "update",
				details: { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max },
			});
		}
		if (change.ccpa_opt_out != null) await above.setCcpaOptOut(tx, context.userId, change.ccpa_opt_out);
	});
	return { status: "ok" };
}
