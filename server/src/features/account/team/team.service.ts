// The parts of a workspace that other areas have a share in: plan, credits, API keys and accounts.
// Invariant: whoever leaves a workspace loses their API keys in the same transaction, even if they rejoin.
import type { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { plans, type Tier } from "@timbre/contract/plans.ts";
import type { Group, Member, Workspace } from "@timbre/contract/workspace/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import type { MailSettings } from "../../../core/mail/mail.ts";
import { getServiceAccountKeys, revokeMemberKeys } from "../../developers/developers.public.ts";
import { startAccountDeletion } from "../../privacy/privacy.public.ts";
import { getDefaults } from "../../pronunciation/pronunciation.public.ts";
import { getMemberSpending } from "../../usage/usage.members.public.ts";
import { grantCredits } from "../../usage/usage.public.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import {
	deleteServiceAccount,
	getWorkspace,
	leaveWorkspace,
	listGroups,
	listMembers,
	listPlansToCancel,
	listServiceAccounts,
	removeMember,
	removeMemberToDelete,
	resetTier,
	updateSettings,
} from "../../workspace/workspace.public.ts";
import { getSubscription } from "../user/subscription.service.ts";

type Endpoints = typeof accountEndpoints;
type Ok = { status: "ok" };
export type TeamDeps = { db: Database; mail: MailSettings; defaultPlan: Tier };

export async function getTeam(db: Database, workspaceId: string): Promise<Workspace> {
	const [subscription, { pronunciation_dictionary_locators: locators }] = await Promise.all([
		getSubscription(db, workspaceId),
		getDefaults(db, workspaceId),
	]);
	return getWorkspace(db, workspaceId, { subscription, locators });
}

export async function updateTeam(
	db: Database,
	context: Context,
	input: InputOf<Endpoints["updateWorkspace"]>["body"],
): Promise<Workspace> {
	await updateSettings(db, context, input);
	return getTeam(db, context.workspaceId);
}

export async function listTeamMembers(db: Database, context: Context): Promise<Member[]> {
	return listMembers(db, context, await getMemberSpending(db, context.workspaceId));
}

export async function listTeamGroups(db: Database, context: Context): Promise<Record<string, Group>> {
	const { workspaceId, permissions } = context;
	const spent = permissions.has("workspace_analytics_full_read") ? await getMemberSpending(db, workspaceId) : undefined;
	return listGroups(db, workspaceId, spent);
}

export async function removeTeamMember(db: Database, context: Context, email: string): Promise<Ok> {
	await db.transaction().execute(async (tx) => {
		await revokeMemberKeys(tx, context.workspaceId, await removeMember(tx, context, email));
	});
	return { status: "ok" };
}

export async function leaveTeam(db: Database, context: Context): Promise<Ok> {
	await db.transaction().execute(async (tx) => {
		await revokeMemberKeys(tx, context.workspaceId, await leaveWorkspace(tx, context));
	});
	return { status: "ok" };
}

export async function deleteMemberAccount({ db, mail }: TeamDeps, context: Context, email: string): Promise<Ok> {
	await db.transaction().execute(async (tx) => {
		const userId = await removeMemberToDelete(tx, context, email);
		await revokeMemberKeys(tx, context.workspaceId, userId);
		await startAccountDeletion(tx, userId, mail, "by an admin");
	});
	return { status: "ok" };
}

/**
 * Cancels the user's own paid plans immediately and without refund. Requires an invite, since it is part of joining.
 */
export async function cancelPlansToJoin({ db, defaultPlan }: TeamDeps, context: Context, code: string): Promise<Ok> {
	const { userId, via, clientIp } = context;
	await db.transaction().execute(async (tx) => {
		for (const own of await listPlansToCancel(tx, context, code)) {
			await resetTier(tx, own.id, defaultPlan);
			await grantCredits(tx, own.id, plans[defaultPlan].characterLimit);
			await recordAudit(
				tx,
				{ workspaceId: own.id, userId, via, clientIp },
				{
					className: "workspace_settings",
					activity: "cancel_subscription",
					details: { from: own.tier, to: defaultPlan },
				},
			);
		}
	});
	return { status: "ok" };
}

export async function listTeamServiceAccounts(
	db: Database,
	workspaceId: string,
): Promise<ResponseOf<Endpoints["listServiceAccounts"]>> {
	const accounts = await listServiceAccounts(db, workspaceId);
	const ids = accounts.map((account) => account.service_account_user_id);
	const keys = await getServiceAccountKeys(db, workspaceId, ids);
	return {
		"service-accounts": accounts.map((account) => ({
			...account,
			"api-keys": keys.filter((key) => key.service_account_user_id === account.service_account_user_id),
		})),
	};
}

export async function deleteTeamServiceAccount(db: Database, context: Context, userId: string): Promise<Ok> {
	await db.transaction().execute(async (tx) => {
		await deleteServiceAccount(tx, context, userId);
		await revokeMemberKeys(tx, context.workspaceId, userId);
	});
	return { status: "ok" };
}
