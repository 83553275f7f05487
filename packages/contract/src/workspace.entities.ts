import { z } from "zod";
import { serviceAccountKey } from "./developers.ts";
import { type Feature, features, type Role, roles } from "./permissions.ts";
import { plans, type Tier } from "./plans.ts";
import { subscription } from "./usage.ts";

// What the calls of workspace.ts speak of.

/** The API's names for the two roles. A lite member is taken for a member: there are two roles. */
export const seatTypes = ["workspace_admin", "workspace_member", "workspace_lite_member"] as const;
export type SeatType = (typeof seatTypes)[number];

export function seatTypeOf(role: Role): SeatType {
	return role === "admin" ? "workspace_admin" : "workspace_member";
}

export function roleOfSeat(seat: SeatType): Role {
	return seat === "workspace_admin" ? "admin" : "editor";
}

/** How many people a workspace has room for: its own number counts for trial and enterprise alone. */
export function seatsOf(tier: Tier, maxSeats: number | null): number {
	return (tier === "trial" || tier === "enterprise" ? maxSeats : null) ?? plans[tier].seats;
}

/** Whether the workspace's data may not be used to improve models, as long as no admin has said. */
export function defaultTrainingOptOut(tier: Tier): boolean {
	return tier === "enterprise";
}

export const inviteDays = 7;
export const mostInvitesAtOnce = 100;
/** What a page says when an invite's code is missing or names no open invite. */
export const inviteNotFound = "Couldn't find workspace invite code";
/** So long a page waits between the cancelled subscription and accepting the invite. */
export const acceptAfterCancelMs = 1_500;

export const email = z
	.string()
	.trim()
	.toLowerCase()
	.max(254, "At most 254 characters.")
	.pipe(z.email("Enter an e-mail address, such as name@example.com."));
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const inviteCode = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);
export const name = (what: string) =>
	z.string().trim().min(1, `Give the ${what} a name.`).max(80, "At most 80 characters.");
export const feature = z.enum(features as [Feature, ...Feature[]]);
export const usageLimit = z.int().min(0).max(1e15);

export const trainingOptOut = z.object({
	training_opt_out: z.boolean(),
	/** When an admin said so; null while the plan's own default holds. */
	timestamp_unix: z.int().nullable(),
});

export const workspace = z.object({
	workspace_id: z.string(),
	name: z.string(),
	owner_id: z.string(),
	owner_email: z.string(),
	subscription: subscription.extend({
		allowed_to_use_projects_api: z.boolean(),
		extra_pvc_slots: z.int(),
		moderation: z.null(),
	}),
	// Payment is planned: until then there is no account to name.
	stripe: z.null(),
	gcp_marketplace_payment_details: z.null(),
	payouts: z.null(),
	can_use_delayed_payment_methods: z.boolean(),
	trust_on_invoice_creation: z.boolean(),
	created_at_unix: z.int(),
	max_seats: z.int(),
	storing_shared_files_on_user: z.boolean().default(true),
	training_opt_out: trainingOptOut,
	pronunciation_dictionary_locators: z.array(
		z.object({ pronunciation_dictionary_id: z.string(), version_id: z.string().nullable() }),
	),
	/** Seconds; null is no timeout. */
	session_inactivity_timeout: z.int().nullable(),
	/** What every member may use; groups give more. */
	all_members_permissions: z.array(feature),
	voice_library_removal_notice_webhook_id: z.string().nullable(),
});
export type Workspace = z.output<typeof workspace>;

export const member = z.object({
	user_id: z.string(),
	email: z.string(),
	first_name: z.string().nullable(),
	name: z.string(),
	seat_type: z.enum(seatTypes),
	role: z.enum(roles),
	is_owner: z.boolean(),
	is_locked: z.boolean(),
	joined_at_unix: z.int(),
	/** When a session of theirs was last seen; null when none is open. */
	last_active_unix: z.int().nullable(),
	/** Credits a period, within the workspace's own; null is no limit of their own. */
	usage_limit: z.int().nullable(),
	/** Credits spent in this period. Null to whoever may not see others' usage. */
	character_count: z.int().nullable(),
	group_ids: z.array(z.string()),
});
export type Member = z.output<typeof member>;

export const invite = z.object({
	email: z.string(),
	seat_type: z.enum(seatTypes),
	role: z.enum(roles),
	group_ids: z.array(z.string()),
	usage_limit: z.int().nullable(),
	invited_by_email: z.string().nullable(),
	created_at_unix: z.int(),
	expires_at_unix: z.int(),
	is_expired: z.boolean(),
});
export type Invite = z.output<typeof invite>;

export const invited = z.object({
	status: z.literal("ok"),
	/** `kept`: there is no mail server, so whoever invites hands the link on. */
	delivery: z.enum(["mail", "kept"]),
	/** The links, only where no mail carries them. */
	links: z.array(z.object({ email: z.string(), url: z.string() })),
});
export type Invited = z.output<typeof invited>;

export const inviteAs = {
	seat_type: z.enum(seatTypes).nullish(),
	group_ids: z.array(id).max(50).nullish(),
	usage_limit: usageLimit.nullish(),
};

export const joinInfo = z.object({
	workspace_name: z.string(),
	/** Whom the invite is for: only they can accept it. */
	email: z.string(),
	/** Whether that is the address the call named; null when it named none. */
	is_for_email: z.boolean().nullable(),
	role: z.enum(roles),
	invited_by: z.string().nullable(),
	expires_at_unix: z.int(),
	/** Whether somebody with this address has an account; told to the holder of the invite alone. */
	has_account: z.boolean(),
});
export type JoinInfo = z.output<typeof joinInfo>;

export const group = z.object({
	name: z.string(),
	id: z.string(),
	/** Ids of its members. */
	members: z.array(z.string()),
	permissions: z.array(feature).nullable(),
	group_usage_limit: z.int().nullable(),
	group_pvc_limit: z.int().nullable(),
	character_count: z.int().nullable(),
	is_scim_synced: z.boolean(),
	scim_group: z.null(),
	scim_frozen: z.boolean(),
});
export type Group = z.output<typeof group>;

export const serviceAccount = z.object({
	service_account_user_id: z.string(),
	name: z.string(),
	/** No mail goes there: it is the name by which the account is put into groups and shared with. */
	email: z.string(),
	role: z.enum(roles),
	created_at_unix: z.int().nullable(),
	group_ids: z.array(z.string()),
	"api-keys": z.array(serviceAccountKey),
	default_sharing_groups: z.array(z.object({ group, permission_level: z.enum(["admin", "editor", "viewer"]) })),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/** What can be shared within a workspace today. */
export const resourceTypes = ["pronunciation_dictionary", "voice"] as const;
export type ResourceType = (typeof resourceTypes)[number];
/** From the least to the most. */
export const resourceRoles = ["viewer", "commenter", "editor", "admin"] as const;
export type ResourceRole = (typeof resourceRoles)[number];
/** In place of a group: every member. */
export const everyoneGroup = "default";

export const shareTarget = {
	resource_type: z.enum(resourceTypes),
	user_email: email.nullish(),
	group_id: id.nullish(),
	workspace_api_key_id: id.nullish(),
};

export const resource = z.object({
	resource_id: z.string(),
	resource_name: z.string().nullable(),
	resource_type: z.enum(resourceTypes),
	creator_user_id: z.string().nullable(),
	anonymous_access_level_override: z.enum(resourceRoles).nullable(),
	/** Who has which role by sharing; a person or a service account stands there with the own id. */
	role_to_group_ids: z.record(z.string(), z.array(z.string())),
	share_options: z.array(z.object({ name: z.string(), id: z.string(), type: z.enum(["user", "group", "key"]) })),
	/** What the caller may. */
	permission_on_resource: z.enum(resourceRoles),
});
export type Resource = z.output<typeof resource>;

export const sharedResource = z.object({
	resource_id: z.string(),
	resource_type: z.enum(resourceTypes),
	workspace_resource_metadata: z.object({ owner_user_id: z.string() }),
	permission_on_resource: z.enum(resourceRoles),
});

export const auditEntry = z.object({
	id: z.string(),
	/** Milliseconds since 1970. */
	time: z.int(),
	time_dt: z.string(),
	class_name: z.string(),
	class_uid: z.int(),
	category_name: z.string(),
	category_uid: z.int(),
	activity_id: z.int(),
	activity_name: z.string(),
	type_uid: z.int(),
	type_name: z.string(),
	severity_id: z.int(),
	status_id: z.int(),
	/** Who did it, what, and on what: a sentence. */
	message: z.string(),
	actor: z.object({
		user: z.object({
			name: z.string().nullable(),
			uid: z.string().nullable(),
			type_id: z.int(),
			type: z.string().nullable(),
			email_addr: z.string().nullable(),
			full_name: z.string().nullable(),
			domain: z.string().nullable(),
		}),
		app_name: z.string().nullable(),
		app_uid: z.string().nullable(),
		session: z.record(z.string(), z.unknown()).nullable(),
	}),
	device: z.object({ ip: z.string().nullable(), hostname: z.string().nullable(), type_id: z.int() }).nullable(),
	http_request: z.null(),
	metadata: z.record(z.string(), z.unknown()),
	/** `target` is what was acted on; the rest is what changed. */
	unmapped: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof auditEntry>;
