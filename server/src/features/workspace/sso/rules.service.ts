import { hasSso } from "@timbre/contract/workspace/rules.ts";
import type { SsoErrorCode } from "@timbre/contract/workspace/sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SsoRules } from "../../auth/auth.sso.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { deleteInviteRow } from "../invites/invites.repo.ts";
import { countSeats, findMemberById, insertMember } from "../members/members.repo.ts";
import { toTier } from "../parse.ts";
import { findWorkspace, lockWorkspace, setCurrentWorkspace } from "../workspace.repo.ts";
import { countFreeSeats, isSsoRequired } from "./sso.service.ts";

/** Workspace rules for users who sign in through an identity provider. */
export function createSsoRules(db: Database): SsoRules {
	return {
		getStatus: async (workspaceId, { userId, email }) => {
			const workspace = await findWorkspace(db, workspaceId);
			const member = userId === undefined ? undefined : await findMemberById(db, workspaceId, userId);
			const reject = (error: SsoErrorCode) => ({ member: member !== undefined, error });
			if (!workspace || !hasSso(toTier(workspace.tier))) return reject("sso_not_in_plan");
			if (workspace.suspended_at !== null) return reject("sso_suspended");
			if (member?.locked_at) return reject("sso_locked");
			if (!member && countFreeSeats(workspace, await countSeats(db, workspaceId), email) < 1)
				return reject("sso_no_seats");
			return { member: member !== undefined };
		},
		join: (workspaceId, { userId, email }) =>
			db.transaction().execute(async (tx) => {
				const workspace = await lockWorkspace(tx, workspaceId);
				if (await findMemberById(tx, workspaceId, userId)) return undefined;
				if (countFreeSeats(workspace, await countSeats(tx, workspaceId), email) < 1) return "sso_no_seats";
				await insertMember(tx, workspaceId, {
					userId,
					role: "editor",
					usageLimit: workspace.default_usage_limit,
					joined: true,
				});
				await deleteInviteRow(tx, workspaceId, email);
				await recordAudit(
					tx,
					{ workspaceId, userId, via: "session" },
					{ className: "member_management", activity: "join", target: email, details: { by: "sso", role: "editor" } },
				);
				return undefined;
			}),
		openWorkspace: async (workspaceId, chooser) => {
			await setCurrentWorkspace(db, workspaceId, chooser);
		},
		isRequired: (domain) => isSsoRequired(db, domain),
	};
}
