import { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { type Http, implement } from "../../core/http.ts";
import { getAuditLog } from "./workspace.audit.service.ts";
import {
	createGroup,
	deleteGroup,
	listGroups,
	searchGroups,
	updateGroup,
	updateGroupMembership,
} from "./workspace.groups.service.ts";
import {
	acceptInvite,
	cancelSubscriptionToJoin,
	createInvites,
	getJoinInfo,
	listInvites,
	revokeInvite,
} from "./workspace.invites.service.ts";
import {
	deleteMemberAccount,
	leaveWorkspace,
	listMembers,
	removeMember,
	updateMember,
} from "./workspace.members.service.ts";
import { listWorkspaces, openWorkspace, type WorkspaceDeps } from "./workspace.service.ts";
import {
	createServiceAccount,
	deleteServiceAccount,
	listServiceAccounts,
} from "./workspace.service-accounts.service.ts";
import {
	getIsAdmin,
	getSeats,
	getSettingsAccess,
	getTrainingOptOut,
	getWorkspace,
	transferOwnership,
	updateSettings,
} from "./workspace.settings.service.ts";
import { getResource, listSharedResources, shareResource, unshareResource } from "./workspace.sharing.service.ts";

export function workspaceRoutes(http: Http, deps: WorkspaceDeps): void {
	const { db } = deps;
	implement(http, workspaceEndpoints.listWorkspaces, (context) => listWorkspaces(db, context));
	implement(http, workspaceEndpoints.openWorkspace, (context, { params }) =>
		openWorkspace(db, context, params.workspace_id),
	);
	settings(http, deps);
	membersAndInvites(http, deps);
	groupsAndServiceAccounts(http, deps);
	sharing(http, deps);
	implement(http, workspaceEndpoints.listAuditLogs, (context, { query }) =>
		getAuditLog(db, context.workspaceId, query),
	);
}

function settings(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.getWorkspace, (context) => getWorkspace(deps, context.workspaceId));
	implement(http, workspaceEndpoints.isAdmin, async (context) => getIsAdmin(context));
	implement(http, workspaceEndpoints.canAccessSettings, (context) => getSettingsAccess(deps, context));
	implement(http, workspaceEndpoints.getSeatsStatus, (context) => getSeats(deps, context.workspaceId));
	implement(http, workspaceEndpoints.updateWorkspace, (context, { body }) => updateSettings(deps, context, body));
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
	implement(http, workspaceEndpoints.cancelToJoin, (context, { params }) =>
		cancelSubscriptionToJoin(deps, context, params.code),
	);
	implement(http, workspaceEndpoints.listMembers, (context) => listMembers(deps, context));
	implement(http, workspaceEndpoints.updateMember, (context, { body }) => updateMember(deps, context, body));
	implement(http, workspaceEndpoints.removeMember, (context, { body }) => removeMember(deps, context, body.email));
	implement(http, workspaceEndpoints.leaveWorkspace, (context) => leaveWorkspace(deps, context));
	implement(http, workspaceEndpoints.deleteMemberAccount, (context, { body }) =>
		deleteMemberAccount(deps, context, body.email),
	);
}

function groupsAndServiceAccounts(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listGroups, (context) => listGroups(deps, context));
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
	implement(http, workspaceEndpoints.listServiceAccounts, (context) => listServiceAccounts(deps, context.workspaceId));
	implement(http, workspaceEndpoints.createServiceAccount, (context, { body }) =>
		createServiceAccount(deps, context, body),
	);
	implement(http, workspaceEndpoints.deleteServiceAccount, (context, { params }) =>
		deleteServiceAccount(deps, context, params.service_account_user_id),
	);
}

function sharing(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listSharedResources, (context, { query }) =>
		listSharedResources(deps, context, query),
	);
	implement(http, workspaceEndpoints.getResource, (context, { params, query }) =>
		getResource(deps, context, query.resource_type, params.resource_id),
	);
	implement(http, workspaceEndpoints.shareResource, (context, { params, body }) =>
		shareResource(deps, context, params.resource_id, body),
	);
	implement(http, workspaceEndpoints.unshareResource, (context, { params, body }) =>
		unshareResource(deps, context, params.resource_id, body),
	);
}
