import { avatarUrl } from "@timbre/contract/auth/rules.ts";
import { defaultFeatures, features, type Role } from "@timbre/contract/permissions.ts";
import type { Subscription } from "@timbre/contract/usage/endpoints.ts";
import { seatTypeOf } from "@timbre/contract/workspace/rules.ts";
import {
	defaultTrainingOptOut,
	type Group,
	type Invite,
	type Member,
	seatsOf,
	type Workspace,
} from "@timbre/contract/workspace/schemas.ts";
import { unix } from "../../core/time.ts";
import type { GroupRow } from "./groups/groups.repo.ts";
import type { InviteRow } from "./invites/invites.repo.ts";
import type { MemberRow } from "./members/members.repo.ts";
import { toRole, toTier } from "./parse.ts";
import type { findWorkspace } from "./workspace.repo.ts";

type WorkspaceRow = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>;

/** Keeps only features that still exist. */
export const toFeatures = (stored: readonly string[]) => features.filter((feature) => stored.includes(feature));

export function presentTrainingOptOut(
	row: Pick<WorkspaceRow, "tier" | "training_opt_out" | "training_opt_out_at">,
): Workspace["training_opt_out"] {
	return {
		training_opt_out: row.training_opt_out ?? defaultTrainingOptOut(toTier(row.tier)),
		timestamp_unix: row.training_opt_out_at ? unix(row.training_opt_out_at) : null,
	};
}

export function presentWorkspace(
	row: WorkspaceRow,
	more: {
		ownerEmail: string;
		subscription: Subscription;
		locators: Workspace["pronunciation_dictionary_locators"];
	},
): Workspace {
	return {
		workspace_id: row.id,
		name: row.name,
		owner_id: row.owner_user_id,
		owner_email: more.ownerEmail,
		subscription: {
			...more.subscription,
			allowed_to_use_projects_api: true,
			extra_pvc_slots: row.extra_pvc_slots,
			moderation: null,
		},
		stripe: null,
		gcp_marketplace_payment_details: null,
		payouts: null,
		can_use_delayed_payment_methods: false,
		trust_on_invoice_creation: false,
		created_at_unix: unix(row.created_at),
		max_seats: seatsOf(toTier(row.tier), row.max_seats),
		storing_shared_files_on_user: row.storing_shared_files_on_user,
		training_opt_out: presentTrainingOptOut(row),
		pronunciation_dictionary_locators: more.locators,
		session_inactivity_timeout: row.session_inactivity_timeout,
		require_two_factor: row.require_two_factor,
		default_usage_limit: row.default_usage_limit,
		all_members_permissions: toFeatures(row.all_members_permissions ?? defaultFeatures),
		voice_library_removal_notice_webhook_id: null,
	};
}

export function presentMember(row: MemberRow, spent: number | null): Member {
	const role = toRole(row.role);
	return {
		user_id: row.user_id,
		email: row.email,
		first_name: row.name.split(" ")[0] || null,
		name: row.name,
		avatar_url: row.image === null ? null : avatarUrl(row.image),
		seat_type: seatTypeOf(role),
		role,
		is_owner: Boolean(row.is_owner),
		is_locked: row.locked_at !== null,
		joined_at_unix: unix(row.created_at),
		last_active_unix: row.last_active_at ? unix(row.last_active_at) : null,
		usage_limit: row.usage_limit,
		character_count: spent,
		group_ids: row.group_ids,
	};
}

export function presentInvite(row: InviteRow): Invite {
	const role = toRole(row.role);
	return {
		email: row.email,
		seat_type: seatTypeOf(role),
		role,
		group_ids: row.group_ids,
		usage_limit: row.usage_limit,
		invited_by_email: row.inviter_email,
		created_at_unix: unix(row.created_at),
		expires_at_unix: unix(row.expires_at),
		is_expired: row.is_expired,
	};
}

export function presentGroup(row: GroupRow, spent: number | null): Group {
	return {
		name: row.name,
		id: row.id,
		members: row.members,
		permissions: toFeatures(row.permissions),
		group_usage_limit: null,
		group_pvc_limit: null,
		character_count: spent,
		is_scim_synced: false,
		scim_group: null,
		scim_frozen: false,
	};
}

const roleLabels: Record<Role, string> = { admin: "an admin", editor: "an editor" };

export function inviteMail(invite: {
	inviter: { name: string; email: string };
	workspace: string;
	role: Role;
	email: string;
	url: string;
	expiresAt: Date;
}) {
	const { inviter, workspace, role, email, url } = invite;
	const until = `${invite.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	return {
		heading: `Join “${workspace}” on Timbre`,
		lines: [
			`${inviter.name} (${inviter.email}) invited you to join the workspace “${workspace}” as ${roleLabels[role]}.`,
		],
		link: { label: "Join workspace", url },
		after: [
			`This link works once, until ${until}, and only for an account with the email address ${email}. You can create the account when you open it.`,
			"Workspace admins can see and edit what members create, and can delete the accounts of members who joined.",
			"If you weren't expecting this invitation, ignore this email.",
		],
	};
}
