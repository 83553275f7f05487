import { hasSso, type SsoRefusal } from "@timbre/contract/workspace.sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SsoRules } from "../auth/auth.sso.public.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { deleteInviteRow } from "./workspace.invites.repo.ts";
import { countSeats, findMemberById, insertMember } from "./workspace.members.repo.ts";
import { asTier } from "./workspace.public.ts";
import { chooseWorkspace, findWorkspace, lockWorkspace } from "./workspace.repo.ts";
import { freeSeats, isSsoDemanded } from "./workspace.sso.service.ts";

/** What identity asks the workspaces about somebody who comes through an identity provider. */
export function createSsoRules(db: Database): SsoRules {
	return {
		standing: async (workspaceId, { userId, email }) => {
			const workspace = await findWorkspace(db, workspaceId);
			const member = userId === undefined ? undefined : await findMemberById(db, workspaceId, userId);
			const refuse = (refusal: SsoRefusal) => ({ member: member !== undefined, refusal });
			if (!workspace || !hasSso(asTier(workspace.tier))) return refuse("sso_not_in_plan");
			if (workspace.suspended_at !== null) return refuse("sso_suspended");
			if (member?.locked_at) return refuse("sso_locked");
			if (!member && freeSeats(workspace, await countSeats(db, workspaceId), email) < 1) return refuse("sso_no_seats");
			return { member: member !== undefined };
		},
		join: (workspaceId, { userId, email }) =>
			db.transaction().execute(async (tx) => {
				const workspace = await lockWorkspace(tx, workspaceId);
				if (await findMemberById(tx, workspaceId, userId)) return undefined;
				if (freeSeats(workspace, await countSeats(tx, workspaceId), email) < 1) return "sso_no_seats";
				await insertMember(tx, workspaceId, { userId, role: "editor", usageLimit: null, joined: true });
				await deleteInviteRow(tx, workspaceId, email);
				await recordAct(
					tx,
					{ workspaceId, userId, via: "session" },
					{ className: "member_management", activity: "join", target: email, details: { by: "sso", role: "editor" } },
				);
				return undefined;
			}),
		open: async (workspaceId, chooser) => {
			await chooseWorkspace(db, workspaceId, chooser);
		},
		demanded: (domain) => isSsoDemanded(db, domain),
	};
}
