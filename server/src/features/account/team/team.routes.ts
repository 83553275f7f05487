import { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	cancelPlansToJoin,
	deleteMemberAccount,
	deleteTeamServiceAccount,
	getTeam,
	leaveTeam,
	listTeamGroups,
	listTeamMembers,
	listTeamServiceAccounts,
	removeTeamMember,
	type TeamDeps,
	updateTeam,
} from "./team.service.ts";

export function teamRoutes(http: Http, deps: TeamDeps): void {
	const { db } = deps;
	implement(http, accountEndpoints.getWorkspace, (context) => getTeam(db, context.workspaceId));
	implement(http, accountEndpoints.updateWorkspace, (context, { body }) => updateTeam(db, context, body));
	implement(http, accountEndpoints.listMembers, (context) => listTeamMembers(db, context));
	implement(http, accountEndpoints.removeMember, (context, { body }) => removeTeamMember(db, context, body.email));
	implement(http, accountEndpoints.leaveWorkspace, (context) => leaveTeam(db, context));
	implement(http, accountEndpoints.deleteMemberAccount, (context, { body }) =>
		deleteMemberAccount(deps, context, body.email),
	);
	implement(http, accountEndpoints.cancelToJoin, (context, { params }) =>
		cancelPlansToJoin(deps, context, params.code),
	);
	implement(http, accountEndpoints.listGroups, (context) => listTeamGroups(db, context));
	implement(http, accountEndpoints.listServiceAccounts, (context) => listTeamServiceAccounts(db, context.workspaceId));
	implement(http, accountEndpoints.deleteServiceAccount, (context, { params }) =>
		deleteTeamServiceAccount(db, context, params.service_account_user_id),
	);
}
