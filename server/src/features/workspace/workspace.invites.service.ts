// Invites. Always: the code is in the mail and nowhere else (its hash is kept), it works once, for one address, for seven days; nobody
// gives by an invite what they could not give themselves.
import { createHash } from "node:crypto";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import {
	type Invite,
	type Invited,
	inviteDays,
	inviteNotFound,
	type JoinInfo,
	roleOfSeat,
	type SeatType,
} from "@timbre/contract/workspace.entities.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { queueMail } from "../../core/mail.ts";
import { writeMail } from "../../core/mail-words.ts";
import { getUser } from "../auth/auth.public.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { requireGiving } from "./workspace.groups.service.ts";
import {
	deleteInviteRow,
	findInviteByHash,
	listInviteRows,
	markAccepted,
	replaceInvite,
} from "./workspace.invites.repo.ts";
import { findMembersAmong } from "./workspace.members.repo.ts";
import { addMember, requireSeats } from "./workspace.members.service.ts";
import { inviteWords, presentInvite, unix } from "./workspace.present.ts";
import { asRole } from "./workspace.public.ts";
import { chooseWorkspace, findWorkspace, listPaidOf, lockWorkspace } from "./workspace.repo.ts";
import type { WorkspaceDeps } from "./workspace.service.ts";

type Ok = { status: "ok" };
type InviteAs = {
	seat_type?: SeatType | null;
	workspace_permission?: string | null;
	group_ids?: string[] | null;
	usage_limit?: number | null;
};

export async function readInvites({ db }: WorkspaceDeps, workspaceId: string): Promise<{ invites: Invite[] }> {
	return { invites: (await listInviteRows(db, workspaceId)).map(presentInvite) };
}

export async function invitePeople(
	deps: WorkspaceDeps,
	context: Context,
	given: readonly string[],
	as: InviteAs,
): Promise<Invited> {
	const { workspaceId, userId } = context;
	const emails = [...new Set(given)];
	const role = roleWanted(as);
	if (role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can invite an admin.");
	const groupIds = [...new Set(as.group_ids ?? [])];
	const links = await deps.db.transaction().execute(async (tx) => {
		await requireSeats(tx, workspaceId, emails);
		await requireGiving(tx, context, groupIds);
		const [known] = await findMembersAmong(tx, workspaceId, emails);
		if (known !== undefined) throw new AppError("conflict", `${known} is a member of this workspace already.`);
		const workspace = await findWorkspace(tx, workspaceId);
		const inviter = await getUser(tx, userId);
		const made: Invited["links"] = [];
		for (const email of emails) {
			const code = newId(40);
			const expiresAt = await replaceInvite(tx, workspaceId, {
				id: newId(),
				email,
				role,
				groupIds,
				usageLimit: as.usage_limit ?? null,
				codeHash: hashCode(code),
				invitedBy: userId,
				days: inviteDays,
			});
			const url = `${deps.publicUrl}/app/invite?code=${code}`;
			const words = inviteWords({
				inviter: { name: inviter?.name ?? "Somebody", email: inviter?.email ?? "" },
				workspace: workspace?.name ?? "",
				role,
				email,
				url,
				expiresAt,
			});
			await queueMail(tx, deps.mail, { to: email, subject: words.heading, ...writeMail(words) });
			await recordAct(tx, context, {
				className: "member_management",
				activity: "invite",
				target: email,
				details: { role, group_ids: groupIds, usage_limit: as.usage_limit ?? null },
			});
			made.push({ email, url });
		}
		return made;
	});
	return deps.mail.enabled ? { status: "ok", delivery: "mail", links: [] } : { status: "ok", delivery: "kept", links };
}

/** `workspace_permission` is the older name of the same wish. */
function roleWanted({ seat_type, workspace_permission }: InviteAs): Role {
	if (seat_type) return roleOfSeat(seat_type);
	return workspace_permission === "admin" || workspace_permission === "workspace_admin" ? "admin" : "editor";
}

export async function withdrawInvite({ db }: WorkspaceDeps, context: Context, email: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		if (!(await deleteInviteRow(tx, workspaceId, email)))
			throw new AppError("invite_not_found", "There is no open invite for this address.");
		await recordAct(tx, context, { className: "member_management", activity: "withdraw_invite", target: email });
	});
	return { status: "ok" };
}

export async function readJoinInfo(
	{ db }: WorkspaceDeps,
	{ invite_code, email }: { invite_code: string; email?: string | null },
): Promise<JoinInfo> {
	const invite = await mustFind(db, invite_code);
	return {
		workspace_name: invite.workspace_name,
		email: invite.email,
		is_for_email: email ? email.toLowerCase() === invite.email.toLowerCase() : null,
		role: asRole(invite.role),
		invited_by: invite.inviter_name,
		expires_at_unix: unix(invite.expires_at),
		has_account: invite.guest_id !== null,
	};
}

export async function acceptInvite(
	{ db }: WorkspaceDeps,
	context: Context,
	code: string,
): Promise<ResponseOf<typeof workspaceEndpoints.acceptInvite>> {
	const sessionId = requireSession(context);
	const { userId } = context;
	return db.transaction().execute(async (tx) => {
		const { workspace_id: workspaceId } = await mustFindFor(tx, code, userId);
		await lockWorkspace(tx, workspaceId);
		// Again under the lock: it may have been taken back, or accepted in another tab, meanwhile.
		const invite = await mustFindFor(tx, code, userId);
		const paid = (await listPaidOf(tx, userId)).filter((own) => own.id !== workspaceId);
		if (paid.length > 0)
			throw new AppError(
				"user_has_active_subscription",
				"You have a paid plan of your own. It must be cancelled before you can join another workspace.",
			);
		const role = asRole(invite.role);
		const joined = await addMember(tx, workspaceId, {
			userId,
			role,
			usageLimit: invite.usage_limit,
			groupIds: invite.group_ids,
		});
		await markAccepted(tx, workspaceId, invite.id);
		await chooseWorkspace(tx, workspaceId, { userId, sessionId });
		if (joined) {
			const { via, visitor } = context;
			await recordAct(
				tx,
				{ workspaceId, userId, via, visitor },
				{ className: "member_management", activity: "join", target: invite.email, details: { role } },
			);
			await publishEvent(tx, {
				name: "workspace_invite_accepted",
				workspaceId,
				userId,
				data: { email: invite.email },
			});
		}
		return { status: "ok" as const, workspace_id: workspaceId };
	});
}

/** Ends what the person pays for alone, at once and without refund. Only with an invite in hand: it is part of joining. */
export async function cancelToJoin({ db, above }: WorkspaceDeps, context: Context, code: string): Promise<Ok> {
	requireSession(context);
	const { userId, via, visitor } = context;
	await db.transaction().execute(async (tx) => {
		const invite = await mustFindFor(tx, code, userId);
		for (const own of await listPaidOf(tx, userId)) {
			if (own.id === invite.workspace_id) continue;
			await above.setPlan(tx, own.id, "free");
			await recordAct(
				tx,
				{ workspaceId: own.id, userId, via, visitor },
				{ className: "workspace_settings", activity: "cancel_subscription", details: { from: own.tier, to: "free" } },
			);
		}
	});
	return { status: "ok" };
}

/** A code has more than two hundred random bits: a plain digest is enough, and looking it up by digest tells nothing by its time. */
function hashCode(code: string): Buffer {
	return createHash("sha256").update(code).digest();
}

function requireSession(context: Context): string {
	if (context.sessionId === undefined)
		throw new AppError("needs_session", "Only a person who is signed in can join a workspace, not an API key.");
	return context.sessionId;
}

async function mustFind(db: Db, code: string) {
	const invite = await findInviteByHash(db, hashCode(code));
	if (!invite) throw new AppError("invite_not_found", inviteNotFound);
	return invite;
}

/** To whom it was not sent, an invite does not exist. */
async function mustFindFor(db: Db, code: string, userId: string) {
	const invite = await mustFind(db, code);
	const person = await getUser(db, userId);
	if (person?.email.toLowerCase() !== invite.email.toLowerCase())
		throw new AppError("invite_not_found", inviteNotFound);
	return invite;
}
