import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

const groupIds = sql<string[]>`array(
	select belongs.group_id from workspace_group_member belongs
	where belongs.workspace_id = member.workspace_id and belongs.user_id = member.user_id
	order by belongs.group_id
)`.as("group_ids");

function members(db: Db, workspaceId: string) {
	return db
		.selectFrom("workspace_member as member")
		.innerJoin("workspace", "workspace.id", "member.workspace_id")
		.innerJoin("auth_user as person", "person.id", "member.user_id")
		.select((eb) => [
			"member.user_id",
			"member.role",
			"member.locked_at",
			"member.usage_limit",
			"member.created_at",
			"person.email",
			"person.name",
			"person.image",
			eb("workspace.owner_user_id", "=", eb.ref("member.user_id")).as("is_owner"),
		])
		.where("member.workspace_id", "=", workspaceId);
}

export type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number];

/** Without service accounts. */
export async function listMemberRows(db: Db, workspaceId: string) {
	return members(db, workspaceId)
		.select([
			groupIds,
			sql<Date | null>`(select max(own.last_seen_at) from auth_session own where own.user_id = member.user_id)`.as(
				"last_active_at",
			),
		])
		.where("person.service_account_of", "is", null)
		.orderBy("member.created_at")
		.orderBy("member.user_id")
		.execute();
}

export async function findMemberByEmail(db: Db, workspaceId: string, email: string) {
	return members(db, workspaceId)
		.where("person.service_account_of", "is", null)
		.where(sql<string>`lower(person.email)`, "=", email.toLowerCase())
		.executeTakeFirst();
}

export async function findMemberById(db: Db, workspaceId: string, userId: string) {
	return members(db, workspaceId)
		.where("person.service_account_of", "is", null)
		.where("member.user_id", "=", userId)
		.executeTakeFirst();
}

/** Includes service accounts, since resources can be shared with them too. */
export async function findAnyMemberByEmail(db: Db, workspaceId: string, email: string) {
	return members(db, workspaceId).where(sql<string>`lower(person.email)`, "=", email.toLowerCase()).executeTakeFirst();
}

/** Returns those of the given addresses that belong to members. */
export async function listMemberEmailsAmong(db: Db, workspaceId: string, emails: readonly string[]): Promise<string[]> {
	const rows = await members(db, workspaceId)
		.where(sql<string>`lower(person.email)`, "in", [...emails])
		.execute();
	return rows.map((row) => row.email.toLowerCase());
}

/** Counts admins who aren't locked, without service accounts. */
export async function countAdmins(db: Db, workspaceId: string): Promise<number> {
	const row = await db
		.selectFrom("workspace_member as member")
		.innerJoin("auth_user as person", "person.id", "member.user_id")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("member.workspace_id", "=", workspaceId)
		.where("member.role", "=", "admin")
		.where("member.locked_at", "is", null)
		.where("person.service_account_of", "is", null)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}

/** Seats taken by members, including locked ones, and by invites that can still be accepted. */
export async function countSeats(
	db: Db,
	workspaceId: string,
): Promise<{ members: number; invites: number; invited: string[] }> {
	const { count } = await db
		.selectFrom("workspace_member as member")
		.innerJoin("auth_user as person", "person.id", "member.user_id")
		.select((eb) => eb.fn.countAll<number>().as("count"))
		.where("member.workspace_id", "=", workspaceId)
		.where("person.service_account_of", "is", null)
		.executeTakeFirstOrThrow();
	const open = await db
		.selectFrom("workspace_invite")
		.select("email")
		.where("workspace_id", "=", workspaceId)
		.where("accepted_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.execute();
	return { members: Number(count), invites: open.length, invited: open.map((row) => row.email.toLowerCase()) };
}

/** Returns false if the user is already a member. */
export async function insertMember(
	db: Db,
	workspaceId: string,
	member: { userId: string; role: string; usageLimit: number | null; joined: boolean },
): Promise<boolean> {
	const inserted = await db
		.insertInto("workspace_member")
		.values({
			workspace_id: workspaceId,
			user_id: member.userId,
			role: member.role,
			usage_limit: member.usageLimit,
			joined_at: member.joined ? sql`now()` : null,
		})
		.onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doNothing())
		.returning("user_id")
		.executeTakeFirst();
	return inserted !== undefined;
}

export async function updateMemberRow(
	db: Db,
	workspaceId: string,
	userId: string,
	change: { role?: string; locked?: boolean; usageLimit?: number | null },
): Promise<void> {
	const { role, locked, usageLimit } = change;
	if (role === undefined && locked === undefined && usageLimit === undefined) return;
	await db
		.updateTable("workspace_member")
		.set({
			...(role === undefined ? {} : { role }),
			...(locked === undefined ? {} : { locked_at: locked ? sql<Date>`coalesce(locked_at, now())` : null }),
			...(usageLimit === undefined ? {} : { usage_limit: usageLimit }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.execute();
}

export async function deleteMember(db: Db, workspaceId: string, userId: string): Promise<void> {
	await db
		.deleteFrom("workspace_member")
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.execute();
}

/** Returns how many people had another limit before. Service accounts are not people. */
export async function updateAllLimits(db: Db, workspaceId: string, usageLimit: number | null): Promise<number> {
	const changed = await db
		.updateTable("workspace_member as member")
		.from("auth_user as person")
		.set({ usage_limit: usageLimit })
		.where("member.workspace_id", "=", workspaceId)
		.whereRef("person.id", "=", "member.user_id")
		.where("person.service_account_of", "is", null)
		.where("member.usage_limit", "is distinct from", usageLimit)
		.returning("member.user_id")
		.execute();
	return changed.length;
}
