// Members of a workspace and their roles.
// Invariant: at least one active admin remains, and the owner stays an admin. Every change runs under the workspace
// lock, so two concurrent changes can't each rely on the other member staying.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import { plans } from "@timbre/contract/plans.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { type Member, roleOfSeat, seatsOf } from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { type AuditEvent, recordAudit } from "../audit/recorder.service.ts";
import { insertGroupMember, listGroupRows } from "../groups/groups.repo.ts";
import { toTier } from "../parse.ts";
import { presentMember } from "../workspace.present.ts";
import { lockWorkspace } from "../workspace.repo.ts";
import type { WorkspaceDeps } from "../workspace.service.ts";
import {
	countAdmins,
	countSeats,
	deleteMember,
	findMemberByEmail,
	findMemberById,
	insertMember,
	listMemberRows,
	updateAllLimits,
	updateMemberRow,
} from "./members.repo.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };
type MemberRecord = NonNullable<Awaited<ReturnType<typeof findMemberByEmail>>>;

/** `spent`: credits spent in the current period, by user id. */
export async function listMembers(
	db: Database,
	{ workspaceId, userId, permissions }: Context,
	spent: ReadonlyMap<string, number>,
): Promise<Member[]> {
	const rows = await listMemberRows(db, workspaceId);
	const canSeeAll = permissions.has("workspace_analytics_full_read");
	return rows.map((row) =>
		presentMember(row, canSeeAll || row.user_id === userId ? (spent.get(row.user_id) ?? 0) : null),
	);
}

export async function updateMember(
	{ db }: WorkspaceDeps,
	context: Context,
	input: InputOf<Endpoints["updateMember"]>["body"],
): Promise<Ok> {
	const { workspaceId } = context;
	const seat = input.workspace_seat_type ?? input.workspace_role ?? undefined;
	const role = seat && roleOfSeat(seat);
	const locked = input.is_locked ?? undefined;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const member = await mustFind(tx, workspaceId, input.email);
		if ((role === "editor" && member.role === "admin") || locked)
			await requireNotOwnerOrLastAdmin(tx, workspaceId, member);
		await updateMemberRow(tx, workspaceId, member.user_id, { role, locked, usageLimit: input.usage_limit });
		const audit = (activity: string, details: AuditEvent["details"] = {}) =>
			recordAudit(tx, context, { className: "member_management", activity, target: member.email, details });
		if (role !== undefined && role !== member.role) await audit("change_role", { from: member.role, to: role });
		if (locked !== undefined && locked !== (member.locked_at !== null)) await audit(locked ? "lock" : "unlock");
		if (input.usage_limit !== undefined && input.usage_limit !== member.usage_limit)
			await audit("change_usage_limit", { from: member.usage_limit, to: input.usage_limit });
	});
	return { status: "ok" };
}

/** Returns how many members had another limit before. */
export async function setMemberLimits(
	{ db }: WorkspaceDeps,
	context: Context,
	usageLimit: number | null,
): Promise<{ changed: number }> {
	const { workspaceId } = context;
	return db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const changed = await updateAllLimits(tx, workspaceId, usageLimit);
		if (changed > 0)
			await recordAudit(tx, context, {
				className: "member_management",
				activity: "change_all_usage_limits",
				details: { to: usageLimit },
			});
		return { changed };
	});
}

/** The removals below return the removed user's id, so that the caller can revoke their keys. */
export async function removeMember(tx: Db, context: Context, email: string): Promise<string> {
	const { workspaceId } = context;
	await lockWorkspace(tx, workspaceId);
	const member = await mustFind(tx, workspaceId, email);
	if (member.role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can remove an admin.");
	return endMembership(tx, context, member, "remove");
}

export async function leaveWorkspace(tx: Db, context: Context): Promise<string> {
	const { workspaceId } = context;
	await lockWorkspace(tx, workspaceId);
	const member = await findMemberById(tx, workspaceId, context.userId);
	if (!member) throw memberNotFound();
	return endMembership(tx, context, member, "leave");
}

/** Call it before deleting the account: afterwards the audit log could not identify it. */
export async function removeMemberToDelete(tx: Db, context: Context, email: string): Promise<string> {
	const { workspaceId } = context;
	await lockWorkspace(tx, workspaceId);
	const member = await mustFind(tx, workspaceId, email);
	if (member.user_id === context.userId)
		throw new AppError("conflict", "You can't delete your own account here. Delete it in your profile settings.");
	return endMembership(tx, context, member, "delete_account");
}

/**
 * Adds a member if a seat is free; returns false if the user already is one. Run it in a transaction. Skips groups that
 * no longer exist, since an invite may name one that was deleted.
 */
export async function addMember(
	tx: Db,
	workspaceId: string,
	member: { userId: string; role: Role; usageLimit?: number | null; groupIds?: readonly string[] },
): Promise<boolean> {
	const workspace = await lockWorkspace(tx, workspaceId);
	if (await findMemberById(tx, workspaceId, member.userId)) return false;
	const tier = toTier(workspace.tier);
	const seats = seatsOf(tier, workspace.max_seats);
	if ((await countSeats(tx, workspaceId)).members >= seats)
		throw new AppError(
			"no_seats_left",
			`All ${seats} seats of “${workspace.name}” are taken. Ask a workspace admin to free one.`,
		);
	await insertMember(tx, workspaceId, {
		userId: member.userId,
		role: member.role,
		usageLimit: member.usageLimit ?? workspace.default_usage_limit,
		joined: true,
	});
	if (member.groupIds && member.groupIds.length > 0) {
		for (const group of await listGroupRows(tx, workspaceId, member.groupIds))
			await insertGroupMember(tx, workspaceId, group.id, member.userId);
	}
	return true;
}

/**
 * Throws if there aren't enough seats. Pending invites count, and inviting the same address again takes no second seat.
 */
export async function requireSeats(tx: Db, workspaceId: string, emails: readonly string[]): Promise<void> {
	const workspace = await lockWorkspace(tx, workspaceId);
	const tier = toTier(workspace.tier);
	const seats = seatsOf(tier, workspace.max_seats);
	const { members, invites, invited } = await countSeats(tx, workspaceId);
	const more = emails.filter((email) => !invited.includes(email)).length;
	if (more === 0 || members + invites + more <= seats) return;
	const taken = `${members} taken by members and ${invites} by pending invites`;
	throw new AppError(
		"no_seats_left",
		`The ${plans[tier].label} plan has ${seats} ${seats === 1 ? "seat" : "seats"}, ${taken}. You need ${more} more. Remove a member, revoke an invite or upgrade to a plan with more seats.`,
	);
}

async function endMembership(
	tx: Db,
	context: Context,
	member: MemberRecord,
	activity: "remove" | "leave" | "delete_account",
): Promise<string> {
	await requireNotOwnerOrLastAdmin(tx, context.workspaceId, member);
	await deleteMember(tx, context.workspaceId, member.user_id);
	await recordAudit(tx, context, { className: "member_management", activity, target: member.email });
	return member.user_id;
}

/** The owner and the last admin can't lose their rights. */
async function requireNotOwnerOrLastAdmin(tx: Db, workspaceId: string, member: MemberRecord): Promise<void> {
	if (member.is_owner)
		throw new AppError("owner_must_stay", "The owner always stays an admin. Transfer ownership first.");
	if (member.role !== "admin" || member.locked_at !== null) return;
	if ((await countAdmins(tx, workspaceId)) <= 1)
		throw new AppError("last_admin", "This is the last admin. Make someone else an admin first.");
}

async function mustFind(tx: Db, workspaceId: string, email: string): Promise<MemberRecord> {
	const member = await findMemberByEmail(tx, workspaceId, email);
	if (!member) throw memberNotFound();
	return member;
}

export function memberNotFound(): AppError {
	return new AppError("member_not_found", "No member of this workspace has this email address.");
}
