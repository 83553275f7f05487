// The caller's account, combined from the areas that know a part of it.
import type { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import type { User } from "@timbre/contract/account/user.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { getProfile, isInternal } from "../../auth/auth.profile.public.ts";
import { getUser } from "../../auth/auth.public.ts";
import { getOnboarding } from "../../onboarding/onboarding.public.ts";
import { getUserPrivacy, locationFromHeaders, setCcpaOptOut } from "../../privacy/privacy.public.ts";
import { getProfileHandle } from "../../profiles/profiles.public.ts";
import { getUserSafety } from "../../safety/safety.public.ts";
import { getAccount, setExtension } from "../../usage/usage.public.ts";
import { listVoiceIds } from "../../voices/voices.public.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { getSubscription } from "./subscription.service.ts";
import { presentUser, type UserDetails } from "./user.present.ts";

export type UserDeps = {
	db: Database;
	trustProxy: boolean;
	/** Email domain of internal staff. */
	internalDomain: string | undefined;
};

export async function getCurrentUser(deps: UserDeps, context: Context): Promise<User> {
	const { db } = deps;
	const user = await getUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const [profile, subscription, details, internal] = await Promise.all([
		getProfile(db, context.userId),
		getSubscription(db, context.workspaceId),
		getUserDetails(deps, context),
		isInternal(db, deps.internalDomain, context.userId),
	]);
	const hasAlphaAccess = internal || profile.alpha.granted;
	return presentUser(user, profile, context, subscription, { details, hasAlphaAccess });
}

async function getUserDetails(
	{ db, trustProxy }: UserDeps,
	{ userId, workspaceId, headers }: Context,
): Promise<UserDetails> {
	const [onboarding, privacy, safety, handle, voices] = await Promise.all([
		getOnboarding(db, userId),
		getUserPrivacy(db, userId),
		getUserSafety(db, userId),
		getProfileHandle(db, userId),
		listVoiceIds(db, workspaceId, userId),
	]);
	const location = locationFromHeaders(headers, trustProxy);
	return { ...onboarding, ...privacy, ...safety, geo_location: location, profile_page_handle: handle, voices };
}

export async function updateUser(
	db: Database,
	context: Context,
	change: InputOf<typeof accountEndpoints.editUser>["body"],
): Promise<{ status: "ok" }> {
	const { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max } = change;
	const extending = allowed != null || max !== undefined;
	if (extending && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only admins can change the workspace's limit extension.");
	await db.transaction().execute(async (tx) => {
		if (extending) {
			const tier = await getTier(tx, context.workspaceId);
			const account = await getAccount(tx, context.workspaceId, tier);
			await setExtension(tx, context.workspaceId, tier, {
				allowed: allowed ?? account.extension_allowed,
				max: max === undefined ? account.max_extension : max,
			});
			await recordAudit(tx, context, {
				className: "workspace_settings",
				activity: "update",
				details: { allowed_to_extend_character_limit: allowed, max_character_limit_extension: max },
			});
		}
		if (change.ccpa_opt_out != null) await setCcpaOptOut(tx, context.userId, change.ccpa_opt_out);
	});
	return { status: "ok" };
}
