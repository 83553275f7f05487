import { unpaidTiers } from "@timbre/contract/plans.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { workspaceAuditColumns } from "../../core/json-columns/platform.ts";
import type { Global } from "../../core/tenancy.ts";

/**
 * Service accounts have no second factor. A passkey counts as two factors for API keys and in the sessions in which it
 * was used: a user with a passkey can still sign in with the password alone.
 */
const needsTwoFactor = (sessionId?: string) => {
	const usedNow = sql`and exists (
		select 1 from auth_session used where used.id = ${sessionId} and used.user_id = own.user_id and used.passkey
	)`;
	return sql<boolean>`workspace.require_two_factor and exists (
		select 1 from auth_user person
		where person.id = member.user_id and not person.two_factor_enabled and person.service_account_of is null
			and not exists (
				select 1 from auth_passkey own where own.user_id = person.id ${sessionId === undefined ? sql`` : usedNow}
			)
	)`.as("needs_two_factor");
};

/**
 * Everything that determines a member's permissions, loaded with the membership in one query because every request
 * needs it.
 */
const statusColumns = (sessionId?: string) =>
	[
		"member.role",
		"workspace.suspended_at",
		"workspace.suspended_reason",
		"workspace.all_members_permissions",
		needsTwoFactor(sessionId),
		sql<string[]>`array(
		select distinct unnest(own.permissions) from workspace_group_member belongs
		join workspace_group own on own.id = belongs.group_id
		where belongs.workspace_id = member.workspace_id and belongs.user_id = member.user_id
	)`.as("group_permissions"),
	] as const;

/** The workspace selected in the session, else the one joined last, else the one created with the account. */
export async function findCurrentMembership(db: Db, userId: string, sessionId: string) {
	return db
		.selectFrom("workspace_member as member")
		.innerJoin("workspace", "workspace.id", "member.workspace_id")
		.leftJoin("workspace_choice as choice", (join) =>
			join
				.onRef("choice.workspace_id", "=", "member.workspace_id")
				.onRef("choice.user_id", "=", "member.user_id")
				.on("choice.session_id", "=", sessionId),
		)
		.select(["workspace.id as workspace_id", "workspace.session_inactivity_timeout"])
		.select(statusColumns(sessionId))
		.where("member.user_id", "=", userId)
		.where("member.locked_at", "is", null)
		.orderBy((eb) => eb("choice.session_id", "is not", null), "desc")
		.orderBy("member.joined_at", (order) => order.desc().nullsLast())
		.orderBy((eb) => eb("workspace.made_for_user_id", "is not distinct from", userId), "desc")
		.orderBy("member.created_at")
		.limit(1)
		.executeTakeFirst();
}

/** All memberships of a user: first the workspace created with the account, then in order of joining. */
export async function listMemberships(db: Db, userId: string, sessionId: string | undefined) {
	return db
		.selectFrom("workspace_member as member")
		.innerJoin("workspace", "workspace.id", "member.workspace_id")
		.select((eb) => [
			"workspace.id",
			"workspace.name",
			"workspace.tier",
			"member.role",
			needsTwoFactor(sessionId),
			eb
				.selectFrom("workspace_member as other")
				.innerJoin("auth_user as person", "person.id", "other.user_id")
				.select((count) => count.fn.countAll<string>().as("members"))
				.whereRef("other.workspace_id", "=", "workspace.id")
				.where("person.service_account_of", "is", null)
				.as("members"),
		])
		.where("member.user_id", "=", userId)
		.orderBy((eb) => eb("workspace.made_for_user_id", "is not distinct from", userId), "desc")
		.orderBy("member.created_at")
		.execute();
}

/** Returns false if the user isn't a member of the workspace. */
export async function setCurrentWorkspace(
	db: Db,
	workspaceId: string,
	session: { userId: string; sessionId: string },
): Promise<boolean> {
	const chosen = await db
		.insertInto("workspace_choice")
		.columns(["session_id", "workspace_id", "user_id"])
		.expression((eb) =>
			eb
				.selectFrom("workspace_member")
				.select((select) => [select.val(session.sessionId).as("session_id"), "workspace_id", "user_id"])
				.where("workspace_id", "=", workspaceId)
				.where("user_id", "=", session.userId),
		)
		.onConflict((conflict) => conflict.column("session_id").doUpdateSet({ workspace_id: workspaceId }))
		.returning("session_id")
		.executeTakeFirst();
	return chosen !== undefined;
}

export async function findMembership(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("workspace_member as member")
		.innerJoin("workspace", "workspace.id", "member.workspace_id")
		.select(statusColumns())
		.where("member.workspace_id", "=", workspaceId)
		.where("member.user_id", "=", userId)
		.where("member.locked_at", "is", null)
		.executeTakeFirst();
}

export async function findWorkspace(db: Db, workspaceId: string) {
	return db.selectFrom("workspace").selectAll().where("id", "=", workspaceId).executeTakeFirst();
}

/**
 * Serializes changes to the members of a workspace: seats and admins are counted under this lock. Not `for update`,
 * which would also block writes of rows that merely reference the workspace and cause deadlocks.
 */
export async function lockWorkspace(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace")
		.selectAll()
		.where("id", "=", workspaceId)
		.forNoKeyUpdate()
		.executeTakeFirstOrThrow();
}

export type SettingsChange = {
	name?: string;
	ownerUserId?: string;
	trainingOptOut?: boolean;
	sessionInactivityTimeout?: number | null;
	defaultUsageLimit?: number | null;
	requireTwoFactor?: boolean;
	allMembersPermissions?: string[] | null;
};

export async function updateWorkspaceRow(db: Db, workspaceId: string, change: SettingsChange): Promise<void> {
	const {
		name,
		ownerUserId,
		trainingOptOut,
		sessionInactivityTimeout,
		requireTwoFactor,
		defaultUsageLimit,
		allMembersPermissions,
	} = change;
	if (Object.values(change).every((value) => value === undefined)) return;
	await db
		.updateTable("workspace")
		.set({
			...(name === undefined ? {} : { name }),
			...(ownerUserId === undefined ? {} : { owner_user_id: ownerUserId }),
			...(trainingOptOut === undefined
				? {}
				: { training_opt_out: trainingOptOut, training_opt_out_at: sql<Date>`now()` }),
			...(sessionInactivityTimeout === undefined ? {} : { session_inactivity_timeout: sessionInactivityTimeout }),
			...(requireTwoFactor === undefined ? {} : { require_two_factor: requireTwoFactor }),
			...(defaultUsageLimit === undefined ? {} : { default_usage_limit: defaultUsageLimit }),
			...(allMembersPermissions === undefined ? {} : { all_members_permissions: allMembersPermissions }),
		})
		.where("id", "=", workspaceId)
		.execute();
}

/** Not scoped by workspace: lists the paid workspaces of one owner. Nobody pays for the default plan. */
export async function listPaidWorkspaces(db: Db, userId: string) {
	return db
		.selectFrom("workspace")
		.select(["id", "tier"])
		.where("owner_user_id", "=", userId)
		.where("tier", "not in", unpaidTiers)
		.where("tier_chosen", "=", true)
		.orderBy("id")
		.execute();
}

/** Returns false if the account's workspace already exists: look it up again, then retry. Run it in a transaction. */
export async function insertWorkspace(
	db: Db,
	workspaceId: string,
	values: { name: string; ownerUserId: string; tier: string },
): Promise<boolean> {
	const inserted = await db
		.insertInto("workspace")
		.values({
			id: workspaceId,
			name: values.name,
			tier: values.tier,
			owner_user_id: values.ownerUserId,
			made_for_user_id: values.ownerUserId,
		})
		.onConflict((conflict) => conflict.column("made_for_user_id").doNothing())
		.returning("id")
		.executeTakeFirst();
	if (inserted === undefined) {
		// A user who left the workspace created with the account, or is locked out of it, gets a new one. The old one keeps
		// its members.
		await db
			.updateTable("workspace")
			.set({ made_for_user_id: null })
			.where("made_for_user_id", "=", values.ownerUserId)
			.where((eb) =>
				eb.not(
					eb.exists(
						eb
							.selectFrom("workspace_member")
							.select("user_id")
							.whereRef("workspace_id", "=", "workspace.id")
							.where("user_id", "=", values.ownerUserId)
							.where("locked_at", "is", null),
					),
				),
			)
			.execute();
		return false;
	}
	await db
		.insertInto("workspace_member")
		.values({ workspace_id: workspaceId, user_id: values.ownerUserId, role: "admin" })
		.execute();
	return true;
}

/** `chosen` is false for the server's default plan. */
export async function updateTier(db: Db, workspaceId: string, tier: string, chosen: boolean): Promise<boolean> {
	const updated = await db
		.updateTable("workspace")
		.set({ tier, tier_chosen: chosen })
		.where("id", "=", workspaceId)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Gives the default plan to workspaces without a plan of their own. Returns those whose plan changed. */
export async function updateDefaultTier(db: Db, _scope: Global, tier: string): Promise<string[]> {
	const rows = await db
		.updateTable("workspace")
		.set({ tier })
		.where("tier_chosen", "=", false)
		.where("tier", "<>", tier)
		.returning("id")
		.execute();
	return rows.map((row) => row.id);
}

export async function insertAuditEvent(
	db: Db,
	workspaceId: string,
	event: {
		actorUserId: string;
		via: string;
		clientIp: string | undefined;
		className: string;
		activity: string;
		target: string | undefined;
		details: Record<string, unknown>;
	},
): Promise<void> {
	await db
		.insertInto("workspace_audit")
		.values((eb) => ({
			workspace_id: workspaceId,
			actor_user_id: event.actorUserId,
			actor_email: eb.selectFrom("auth_user").select("email").where("id", "=", event.actorUserId),
			via: event.via,
			visitor: event.clientIp ?? null,
			class_name: event.className,
			activity: event.activity,
			target: event.target ?? null,
			details: workspaceAuditColumns.details.write(event.details),
		}))
		.execute();
}

/** Across workspaces by design, for the operator. `email` limits the list to the workspaces of one owner. */
export async function listAllWorkspaces(db: Db, _scope: Global, email: string) {
	return db
		.selectFrom("workspace")
		.leftJoin("auth_user as owner", "owner.id", "workspace.owner_user_id")
		.select((eb) => [
			"workspace.id",
			"workspace.name",
			"workspace.tier",
			"workspace.tier_chosen",
			"owner.email",
			eb
				.selectFrom("workspace_member as member")
				.select((count) => count.fn.countAll<number>().as("members"))
				.whereRef("member.workspace_id", "=", "workspace.id")
				.as("members"),
		])
		.where((eb) => (email === "" ? eb.lit(true) : eb(sql<string>`lower(owner.email)`, "=", email.toLowerCase())))
		.orderBy("workspace.created_at")
		.execute();
}
