// Who belongs to a workspace, as what. Always: somebody who can administer it is left, its owner among them; every change is made under
// the workspace's lock, so that two at once cannot each rely on the other staying.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import { plans } from "@timbre/contract/plans.ts";
import { type Member, roleOfSeat, seatsOf } from "@timbre/contract/workspace.entities.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { type Act, recordAct } from "./workspace.audit.public.ts";
import { insertGroupMember, listGroupRows } from "./workspace.groups.repo.ts";
import {
	countAdmins,
	countSeats,
	deleteMember,
	findMemberByEmail,
	findMemberById,
	insertMember,
	listMemberRows,
	updateMemberRow,
} from "./workspace.members.repo.ts";
import { presentMember } from "./workspace.present.ts";
import { asTier } from "./workspace.public.ts";
import { lockWorkspace } from "./workspace.repo.ts";
import type { WorkspaceDeps } from "./workspace.service.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };
type Found = NonNullable<Awaited<ReturnType<typeof findMemberByEmail>>>;

export async function readMembers({ db, above }: WorkspaceDeps, context: Context): Promise<Member[]> {
	const { workspaceId, userId, permissions } = context;
	const [rows, spent] = await Promise.all([listMemberRows(db, workspaceId), above.spentByMembers(workspaceId)]);
	const seesAll = permissions.has("workspace_analytics_full_read");
	return rows.map((row) =>
		presentMember(row, seesAll || row.user_id === userId ? (spent.get(row.user_id) ?? 0) : null),
	);
}

export async function changeMember(
	{ db }: WorkspaceDeps,
	context: Context,
	wanted: InputOf<Endpoints["updateMember"]>["body"],
): Promise<Ok> {
	const { workspaceId } = context;
	const seat = wanted.workspace_seat_type ?? wanted.workspace_role ?? undefined;
	const role = seat && roleOfSeat(seat);
	const locked = wanted.is_locked ?? undefined;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const member = await mustFind(tx, workspaceId, wanted.email);
		if ((role === "editor" && member.role === "admin") || locked) await mustNotBeNeeded(tx, workspaceId, member);
		await updateMemberRow(tx, workspaceId, member.user_id, { role, locked, usageLimit: wanted.usage_limit });
		const act = (activity: string, details: Act["details"] = {}) =>
			recordAct(tx, context, { className: "member_management", activity, target: member.email, details });
		if (role !== undefined && role !== member.role) await act("change_role", { from: member.role, to: role });
		if (locked !== undefined && locked !== (member.locked_at !== null)) await act(locked ? "lock" : "unlock");
		if (wanted.usage_limit !== undefined && wanted.usage_limit !== member.usage_limit)
			await act("change_usage_limit", { from: member.usage_limit, to: wanted.usage_limit });
	});
	return { status: "ok" };
}

export async function removeMember({ db, above }: WorkspaceDeps, context: Context, email: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const member = await mustFind(tx, workspaceId, email);
		if (member.role === "admin" && !context.permissions.has("workspace_write"))
			throw new AppError("missing_permissions", "Only an admin can remove an admin.");
		await takeOut(tx, above, workspaceId, member);
		await recordAct(tx, context, { className: "member_management", activity: "remove", target: member.email });
	});
	return { status: "ok" };
}

export async function leaveWorkspace({ db, above }: WorkspaceDeps, context: Context): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const member = await findMemberById(tx, workspaceId, context.userId);
		if (!member) throw notAMember();
		await takeOut(tx, above, workspaceId, member);
		await recordAct(tx, context, { className: "member_management", activity: "leave", target: member.email });
	});
	return { status: "ok" };
}

export async function deleteMemberAccount({ db, above }: WorkspaceDeps, context: Context, email: string): Promise<Ok> {
	const { workspaceId, userId: byUserId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const member = await mustFind(tx, workspaceId, email);
		if (member.user_id === byUserId)
			throw new AppError("conflict", "This is your own account. Delete it in the settings of your profile.");
		await takeOut(tx, above, workspaceId, member);
		// Before the account goes: afterwards nobody could tell whose it was.
		await recordAct(tx, context, { className: "member_management", activity: "delete_account", target: member.email });
		await above.deleteAccount(tx, { userId: member.user_id, workspaceId, byUserId });
	});
	return { status: "ok" };
}

/**
 * Makes somebody a member, within the seats; false when they are one already. Run it in a transaction. Groups that are gone are left out:
 * an invite may name one that was deleted since.
 */
export async function addMember(
	tx: Db,
	workspaceId: string,
	member: { userId: string; role: Role; usageLimit?: number | null; groupIds?: readonly string[] },
): Promise<boolean> {
	const workspace = await lockWorkspace(tx, workspaceId);
	if (await findMemberById(tx, workspaceId, member.userId)) return false;
	const tier = asTier(workspace.tier);
	const seats = seatsOf(tier, workspace.max_seats);
	if ((await countSeats(tx, workspaceId)).members >= seats)
		throw new AppError(
			"no_seats_left",
			`All ${seats} seats of “${workspace.name}” are taken. Ask one of its admins to make room.`,
		);
	await insertMember(tx, workspaceId, {
		userId: member.userId,
		role: member.role,
		usageLimit: member.usageLimit ?? null,
		joined: true,
	});
	if (member.groupIds && member.groupIds.length > 0) {
		for (const group of await listGroupRows(tx, workspaceId, member.groupIds))
			await insertGroupMember(tx, workspaceId, group.id, member.userId);
	}
	return true;
}

/** Refuses when so many more people would not fit, invited ones counted; those already invited take no second seat. */
export async function requireSeats(tx: Db, workspaceId: string, emails: readonly string[]): Promise<void> {
	const workspace = await lockWorkspace(tx, workspaceId);
	const tier = asTier(workspace.tier);
	const seats = seatsOf(tier, workspace.max_seats);
	const { members, invites, invited } = await countSeats(tx, workspaceId);
	const more = emails.filter((email) => !invited.includes(email)).length;
	if (more === 0 || members + invites + more <= seats) return;
	const taken = `${members} taken by members and ${invites} by open invites`;
	throw new AppError(
		"no_seats_left",
		`The ${plans[tier].label} plan has ${seats} ${seats === 1 ? "seat" : "seats"}, ${taken}; ${more} more would be needed. Remove a member, take an invite back, or move to a plan with more seats.`,
	);
}

async function takeOut(tx: Db, above: WorkspaceDeps["above"], workspaceId: string, member: Found): Promise<void> {
	await mustNotBeNeeded(tx, workspaceId, member);
	await above.endKeys(tx, workspaceId, member.user_id);
	await deleteMember(tx, workspaceId, member.user_id);
}

/** Whoever is to lose their rights must not be the one the workspace cannot do without. */
async function mustNotBeNeeded(tx: Db, workspaceId: string, member: Found): Promise<void> {
	if (member.is_owner)
		throw new AppError("owner_must_stay", "The owner always stays an admin. Hand the workspace over to another first.");
	if (member.role !== "admin" || member.locked_at !== null) return;
	if ((await countAdmins(tx, workspaceId)) <= 1)
		throw new AppError("last_admin", "This is the last admin. Make somebody else an admin first.");
}

async function mustFind(tx: Db, workspaceId: string, email: string): Promise<Found> {
	const member = await findMemberByEmail(tx, workspaceId, email);
	if (!member) throw notAMember();
	return member;
}

export function notAMember(): AppError {
	return new AppError("member_not_found", "Nobody with this address is a member of the workspace.");
}
