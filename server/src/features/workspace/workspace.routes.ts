import { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { getAuditLog } from "./audit/audit.service.ts";
import { createGroup, deleteGroup, searchGroups, updateGroup, updateGroupMembership } from "./groups/groups.service.ts";
import { acceptInvite, createInvites, getJoinInfo, listInvites, revokeInvite } from "./invites/invites.service.ts";
import { setMemberLimits, updateMember } from "./members/members.service.ts";
import { createServiceAccount } from "./service-accounts/service-accounts.service.ts";
import {
	getIsAdmin,
	getSeats,
	getSettingsAccess,
	getTrainingOptOut,
	transferOwnership,
} from "./settings/settings.service.ts";
import { listWorkspaces, openWorkspace, type WorkspaceDeps } from "./workspace.service.ts";

export function workspaceRoutes(http: Http, deps: WorkspaceDeps): void {
	const { db } = deps;
	implement(http, workspaceEndpoints.listWorkspaces, (context) => listWorkspaces(db, context));
	implement(http, workspaceEndpoints.openWorkspace, (context, { params }) =>
		openWorkspace(db, context, params.workspace_id),
	);
	settings(http, deps);
	membersAndInvites(http, deps);
	groupsAndServiceAccounts(http, deps);
	implement(http, workspaceEndpoints.listAuditLogs, (context, { query }) =>
		getAuditLog(db, context.workspaceId, query),
	);
}

function settings(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.isAdmin, async (context) => getIsAdmin(context));
	implement(http, workspaceEndpoints.canAccessSettings, (context) => getSettingsAccess(deps, context));
	implement(http, workspaceEndpoints.getSeatsStatus, (context) => getSeats(deps, context.workspaceId));
	implement(http, workspaceEndpoints.getTrainingOptOut, (context) => getTrainingOptOut(deps, context));
	implement(http, workspaceEndpoints.transferOwnership, (context, { body }) =>
		transferOwnership(deps, context, body.email),
	);
}

function membersAndInvites(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listInvites, (context) => listInvites(deps, context.workspaceId));
	implement(http, workspaceEndpoints.addInvite, (context, { body }) =>
		createInvites(deps, context, [body.email], body),
	);
	implement(http, workspaceEndpoints.addInvites, (context, { body }) =>
		createInvites(deps, context, body.emails, body),
	);
	implement(http, workspaceEndpoints.deleteInvite, (context, { body }) => revokeInvite(deps, context, body.email));
	implement(http, workspaceEndpoints.getJoinInfo, (_context, { body }) => getJoinInfo(deps, body));
	implement(http, workspaceEndpoints.acceptInvite, (context, { params }) => acceptInvite(deps, context, params.code));
	implement(http, workspaceEndpoints.setMemberLimits, (context, { body }) =>
		setMemberLimits(deps, context, body.usage_limit),
	);
	implement(http, workspaceEndpoints.updateMember, (context, { body }) => updateMember(deps, context, body));
}

function groupsAndServiceAccounts(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.searchGroups, (context, { query }) =>
		searchGroups(deps, context.workspaceId, query.name),
	);
	implement(http, workspaceEndpoints.createGroup, (context, { body }) => createGroup(deps, context, body));
	implement(http, workspaceEndpoints.updateGroup, (context, { params, body }) =>
		updateGroup(deps, context, params.group_id, body),
	);
	implement(http, workspaceEndpoints.deleteGroup, (context, { params }) => deleteGroup(deps, context, params.group_id));
	implement(http, workspaceEndpoints.addGroupMember, (context, { params, body }) =>
		updateGroupMembership(deps, context, params.group_id, body.email, "add_user"),
	);
	implement(http, workspaceEndpoints.removeGroupMember, (context, { params, body }) =>
		updateGroupMembership(deps, context, params.group_id, body.email, "remove_user"),
	);
	implement(http, workspaceEndpoints.createServiceAccount, (context, { body }) =>
		createServiceAccount(deps, context, body),
	);
}
