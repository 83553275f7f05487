import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { type Http, implement } from "../../core/http.ts";
import { readAuditLog } from "./workspace.audit.service.ts";
import {
	changeGroup,
	changeGroupMember,
	makeGroup,
	readGroups,
	removeGroup,
	searchGroups,
} from "./workspace.groups.service.ts";
import {
	acceptInvite,
	cancelToJoin,
	invitePeople,
	readInvites,
	readJoinInfo,
	withdrawInvite,
} from "./workspace.invites.service.ts";
import { makeServiceAccount, readServiceAccounts, removeServiceAccount } from "./workspace.machines.service.ts";
import {
	changeMember,
	deleteMemberAccount,
	leaveWorkspace,
	readMembers,
	removeMember,
} from "./workspace.members.service.ts";
import { openWorkspace, readWorkspaces, type WorkspaceDeps } from "./workspace.service.ts";
import {
	changeSettings,
	readIsAdmin,
	readSeats,
	readSettingsAccess,
	readTrainingOptOut,
	readWorkspace,
	transferOwnership,
} from "./workspace.settings.service.ts";
import { readResource, readSharedResources, shareResource, unshareResource } from "./workspace.sharing.service.ts";

export function workspaceRoutes(http: Http, deps: WorkspaceDeps): void {
	const { db } = deps;
	implement(http, workspaceEndpoints.listWorkspaces, (context) => readWorkspaces(db, context));
	implement(http, workspaceEndpoints.openWorkspace, (context, { params }) =>
		openWorkspace(db, context, params.workspace_id),
	);
	settings(http, deps);
	people(http, deps);
	groupsAndMachines(http, deps);
	sharing(http, deps);
	implement(http, workspaceEndpoints.listAuditLogs, (context, { query }) =>
		readAuditLog(db, context.workspaceId, query),
	);
}

function settings(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.getWorkspace, (context) => readWorkspace(deps, context.workspaceId));
	implement(http, workspaceEndpoints.isAdmin, async (context) => readIsAdmin(context));
	implement(http, workspaceEndpoints.canAccessSettings, (context) => readSettingsAccess(deps, context));
	implement(http, workspaceEndpoints.getSeatsStatus, (context) => readSeats(deps, context.workspaceId));
	implement(http, workspaceEndpoints.updateWorkspace, (context, { body }) => changeSettings(deps, context, body));
	implement(http, workspaceEndpoints.getTrainingOptOut, (context) => readTrainingOptOut(deps, context));
	implement(http, workspaceEndpoints.transferOwnership, (context, { body }) =>
		transferOwnership(deps, context, body.email),
	);
}

function people(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listInvites, (context) => readInvites(deps, context.workspaceId));
	implement(http, workspaceEndpoints.addInvite, (context, { body }) => invitePeople(deps, context, [body.email], body));
	implement(http, workspaceEndpoints.addInvites, (context, { body }) => invitePeople(deps, context, body.emails, body));
	implement(http, workspaceEndpoints.deleteInvite, (context, { body }) => withdrawInvite(deps, context, body.email));
	implement(http, workspaceEndpoints.getJoinInfo, (_context, { body }) => readJoinInfo(deps, body));
	implement(http, workspaceEndpoints.acceptInvite, (context, { params }) => acceptInvite(deps, context, params.code));
	implement(http, workspaceEndpoints.cancelToJoin, (context, { params }) => cancelToJoin(deps, context, params.code));
	implement(http, workspaceEndpoints.listMembers, (context) => readMembers(deps, context));
	implement(http, workspaceEndpoints.updateMember, (context, { body }) => changeMember(deps, context, body));
	implement(http, workspaceEndpoints.removeMember, (context, { body }) => removeMember(deps, context, body.email));
	implement(http, workspaceEndpoints.leaveWorkspace, (context) => leaveWorkspace(deps, context));
	implement(http, workspaceEndpoints.deleteMemberAccount, (context, { body }) =>
		deleteMemberAccount(deps, context, body.email),
	);
}

function groupsAndMachines(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listGroups, (context) => readGroups(deps, context));
	implement(http, workspaceEndpoints.searchGroups, (context, { query }) =>
		searchGroups(deps, context.workspaceId, query.name),
	);
	implement(http, workspaceEndpoints.createGroup, (context, { body }) => makeGroup(deps, context, body));
	implement(http, workspaceEndpoints.updateGroup, (context, { params, body }) =>
		changeGroup(deps, context, params.group_id, body),
	);
	implement(http, workspaceEndpoints.deleteGroup, (context, { params }) => removeGroup(deps, context, params.group_id));
	implement(http, workspaceEndpoints.addGroupMember, (context, { params, body }) =>
		changeGroupMember(deps, context, params.group_id, body.email, "add_user"),
	);
	implement(http, workspaceEndpoints.removeGroupMember, (context, { params, body }) =>
		changeGroupMember(deps, context, params.group_id, body.email, "remove_user"),
	);
	implement(http, workspaceEndpoints.listServiceAccounts, (context) => readServiceAccounts(deps, context.workspaceId));
	implement(http, workspaceEndpoints.createServiceAccount, (context, { body }) =>
		makeServiceAccount(deps, context, body),
	);
	implement(http, workspaceEndpoints.deleteServiceAccount, (context, { params }) =>
		removeServiceAccount(deps, context, params.service_account_user_id),
	);
}

function sharing(http: Http, deps: WorkspaceDeps): void {
	implement(http, workspaceEndpoints.listSharedResources, (context, { query }) =>
		readSharedResources(deps, context, query),
	);
	implement(http, workspaceEndpoints.getResource, (context, { params, query }) =>
		readResource(deps, context, query.resource_type, params.resource_id),
	);
	implement(http, workspaceEndpoints.shareResource, (context, { params, body }) =>
		shareResource(deps, context, params.resource_id, body),
	);
	implement(http, workspaceEndpoints.unshareResource, (context, { params, body }) =>
		unshareResource(deps, context, params.resource_id, body),
	);
}
