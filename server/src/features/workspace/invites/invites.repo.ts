import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type InviteRow = Awaited<ReturnType<typeof listInviteRows>>[number];

/** Includes expired invites, which can be resent. */
export async function listInviteRows(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_invite as invite")
		.leftJoin("auth_user as inviter", "inviter.id", "invite.invited_by")
		.select([
			"invite.email",
			"invite.role",
			"invite.group_ids",
			"invite.usage_limit",
			"invite.created_at",
			"invite.expires_at",
			"inviter.email as inviter_email",
		])
		.select(sql<boolean>`invite.expires_at <= now()`.as("is_expired"))
		.where("invite.workspace_id", "=", workspaceId)
		.where("invite.accepted_at", "is", null)
		.orderBy("invite.created_at", "desc")
		.orderBy("invite.email")
		.execute();
}

/** Replaces an earlier invite for the same address, whose code becomes invalid. Returns the expiry time. */
export async function replaceInvite(
	db: Db,
	workspaceId: string,
	invite: {
		id: string;
		email: string;
		role: string;
		groupIds: string[];
		usageLimit: number | null;
		codeHash: Buffer;
		invitedBy: string;
		days: number;
	},
): Promise<Date> {
	await deleteInviteRow(db, workspaceId, invite.email);
	const row = await db
		.insertInto("workspace_invite")
		.values({
			id: invite.id,
			workspace_id: workspaceId,
			email: invite.email,
			role: invite.role,
			group_ids: invite.groupIds,
			usage_limit: invite.usageLimit,
			code_hash: invite.codeHash,
			invited_by: invite.invitedBy,
			expires_at: sql`now() + make_interval(days => ${invite.days})`,
		})
		.returning("expires_at")
		.executeTakeFirstOrThrow();
	return row.expires_at;
}

export async function deleteInviteRow(db: Db, workspaceId: string, email: string): Promise<boolean> {
	const gone = await db
		.deleteFrom("workspace_invite")
		.where("workspace_id", "=", workspaceId)
		.where(sql<string>`lower(email)`, "=", email.toLowerCase())
		.where("accepted_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return gone !== undefined;
}

/** Not scoped by workspace: the code determines it. Finds only invites that can still be accepted. */
export async function findInviteByHash(db: Db, _scope: Global, codeHash: Buffer) {
	return db
		.selectFrom("workspace_invite as invite")
		.innerJoin("workspace", "workspace.id", "invite.workspace_id")
		.leftJoin("auth_user as inviter", "inviter.id", "invite.invited_by")
		.leftJoin("auth_user as guest", (join) => join.on(sql`lower(guest.email)`, "=", sql`lower(invite.email)`))
		.select([
			"invite.id",
			"invite.workspace_id",
			"invite.email",
			"invite.role",
			"invite.group_ids",
			"invite.usage_limit",
			"invite.invited_by",
			"invite.expires_at",
			"workspace.name as workspace_name",
			"inviter.name as inviter_name",
			"guest.id as guest_id",
		])
		.where("invite.code_hash", "=", codeHash)
		.where("invite.accepted_at", "is", null)
		.where("invite.expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
}

export async function markAccepted(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("workspace_invite")
		.set({ accepted_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}
