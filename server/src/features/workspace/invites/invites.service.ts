// Invites.
// Invariant: only a hash of the code is stored; the code works once, for one address, for seven days; and an invite
// can't grant more than its sender could grant.
import { createHash } from "node:crypto";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Role } from "@timbre/contract/permissions.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { inviteDays, inviteNotFound, type SeatType } from "@timbre/contract/workspace/rules.ts";
import { type Invite, type Invited, type JoinInfo, roleOfSeat } from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../../core/events/events.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { queueMail } from "../../../core/mail/mail.ts";
import { renderMail } from "../../../core/mail/mail-template.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { getUser } from "../../auth/auth.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { requireGrantableGroups } from "../groups/groups.service.ts";
import { listMemberEmailsAmong } from "../members/members.repo.ts";
import { addMember, requireSeats } from "../members/members.service.ts";
import { toRole } from "../parse.ts";
import { inviteMail, presentInvite } from "../workspace.present.ts";
import { findWorkspace, listPaidWorkspaces, lockWorkspace, setCurrentWorkspace } from "../workspace.repo.ts";
import type { WorkspaceDeps } from "../workspace.service.ts";
import { deleteInviteRow, findInviteByHash, listInviteRows, markAccepted, replaceInvite } from "./invites.repo.ts";

type Ok = { status: "ok" };
type InviteOptions = {
	seat_type?: SeatType | null;
	workspace_permission?: string | null;
	group_ids?: string[] | null;
	usage_limit?: number | null;
};

export async function listInvites({ db }: WorkspaceDeps, workspaceId: string): Promise<{ invites: Invite[] }> {
	return { invites: (await listInviteRows(db, workspaceId)).map(presentInvite) };
}

export async function createInvites(
	deps: WorkspaceDeps,
	context: Context,
	addresses: readonly string[],
	options: InviteOptions,
): Promise<Invited> {
	const { workspaceId, userId } = context;
	const emails = [...new Set(addresses)];
	const role = requestedRole(options);
	if (role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can invite an admin.");
	const groupIds = [...new Set(options.group_ids ?? [])];
	const links = await deps.db.transaction().execute(async (tx) => {
		await requireSeats(tx, workspaceId, emails);
		await requireGrantableGroups(tx, context, groupIds);
		const [known] = await listMemberEmailsAmong(tx, workspaceId, emails);
		if (known !== undefined) throw new AppError("conflict", `${known} is already a member of this workspace.`);
		const workspace = await findWorkspace(tx, workspaceId);
		const inviter = await getUser(tx, userId);
		const created: Invited["links"] = [];
		for (const email of emails) {
			const code = newId(40);
			const expiresAt = await replaceInvite(tx, workspaceId, {
				id: newId(),
				email,
				role,
				groupIds,
				usageLimit: options.usage_limit ?? null,
				codeHash: hashCode(code),
				invitedBy: userId,
				days: inviteDays,
			});
			const url = `${deps.publicUrl}/app/invite?code=${code}`;
			const content = inviteMail({
				inviter: { name: inviter?.name ?? "Someone", email: inviter?.email ?? "" },
				workspace: workspace?.name ?? "",
				role,
				email,
				url,
				expiresAt,
			});
			await queueMail(tx, deps.mail, { to: email, subject: content.heading, ...renderMail(content) });
			await recordAudit(tx, context, {
				className: "member_management",
				activity: "invite",
				target: email,
				details: { role, group_ids: groupIds, usage_limit: options.usage_limit ?? null },
			});
			created.push({ email, url });
		}
		return created;
	});
	return deps.mail.enabled ? { status: "ok", delivery: "mail", links: [] } : { status: "ok", delivery: "kept", links };
}

/** `workspace_permission` is the older name of `seat_type`. */
function requestedRole({ seat_type, workspace_permission }: InviteOptions): Role {
	if (seat_type) return roleOfSeat(seat_type);
	return workspace_permission === "admin" || workspace_permission === "workspace_admin" ? "admin" : "editor";
}

export async function revokeInvite({ db }: WorkspaceDeps, context: Context, email: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		if (!(await deleteInviteRow(tx, workspaceId, email)))
			throw new AppError("invite_not_found", "There is no pending invite for this email address.");
		await recordAudit(tx, context, { className: "member_management", activity: "withdraw_invite", target: email });
	});
	return { status: "ok" };
}

export async function getJoinInfo(
	{ db }: WorkspaceDeps,
	{ invite_code, email }: { invite_code: string; email?: string | null },
): Promise<JoinInfo> {
	const invite = await mustFind(db, invite_code);
	return {
		workspace_name: invite.workspace_name,
		email: invite.email,
		is_for_email: email ? email.toLowerCase() === invite.email.toLowerCase() : null,
		role: toRole(invite.role),
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
		const { workspace_id: workspaceId } = await mustFindForUser(tx, code, userId);
		await lockWorkspace(tx, workspaceId);
		// Check again under the lock: it may have been revoked or accepted in another tab.
		const invite = await mustFindForUser(tx, code, userId);
		const paid = (await listPaidWorkspaces(tx, userId)).filter((own) => own.id !== workspaceId);
		if (paid.length > 0)
			throw new AppError(
				"user_has_active_subscription",
				"You have a paid plan. Cancel it before you join another workspace.",
			);
		const role = toRole(invite.role);
		const joined = await addMember(tx, workspaceId, {
			userId,
			role,
			usageLimit: invite.usage_limit,
			groupIds: invite.group_ids,
		});
		await markAccepted(tx, workspaceId, invite.id);
		await setCurrentWorkspace(tx, workspaceId, { userId, sessionId });
		if (joined) {
			const { via, clientIp } = context;
			await recordAudit(
				tx,
				{ workspaceId, userId, via, clientIp },
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

/** Paid workspaces of the user that keep them from accepting an invite. Requires the invite. */
export async function listPlansToCancel(
	tx: Db,
	context: Context,
	code: string,
): Promise<{ id: string; tier: string }[]> {
	requireSession(context);
	const invite = await mustFindForUser(tx, code, context.userId);
	return (await listPaidWorkspaces(tx, context.userId)).filter((own) => own.id !== invite.workspace_id);
}

/** Whether the code is a pending invite for the address. */
export async function isInvited(db: Db, email: string, code: string): Promise<boolean> {
	const invite = await findInviteByHash(db, GLOBAL, hashCode(code));
	return invite !== undefined && invite.email.toLowerCase() === email.trim().toLowerCase();
}

/** Codes have over 200 random bits, so a plain digest is enough, and lookup by digest has no timing leak. */
function hashCode(code: string): Buffer {
	return createHash("sha256").update(code).digest();
}

function requireSession(context: Context): string {
	if (context.sessionId === undefined)
		throw new AppError("needs_session", "Joining a workspace requires a signed-in session. API keys can't be used.");
	return context.sessionId;
}

async function mustFind(db: Db, code: string) {
	const invite = await findInviteByHash(db, GLOBAL, hashCode(code));
	if (!invite) throw new AppError("invite_not_found", inviteNotFound);
	return invite;
}

/** Hides the invite from everyone but its recipient. */
async function mustFindForUser(db: Db, code: string, userId: string) {
	const invite = await mustFind(db, code);
	const user = await getUser(db, userId);
	if (user?.email.toLowerCase() !== invite.email.toLowerCase()) throw new AppError("invite_not_found", inviteNotFound);
	return invite;
}
