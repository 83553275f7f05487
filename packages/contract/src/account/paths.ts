/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const accountPaths = {
	listSharedResources: { id: "workspace_resources_list", method: "GET", path: "/v1/workspace/resources" },
	getResource: { id: "workspace_resources_get", method: "GET", path: "/v1/workspace/resources/{resource_id}" },
	shareResource: {
		id: "workspace_resources_share",
		method: "POST",
		path: "/v1/workspace/resources/{resource_id}/share",
	},
	unshareResource: {
		id: "workspace_resources_unshare",
		method: "POST",
		path: "/v1/workspace/resources/{resource_id}/unshare",
	},
	getWorkspace: { id: "workspace_getWorkspace", method: "GET", path: "/v1/workspace" },
	updateWorkspace: { id: "workspace_updateWorkspace", method: "POST", path: "/v1/workspace/update-workspace" },
	cancelToJoin: {
		id: "workspace_invites_cancelSubscription",
		method: "POST",
		path: "/v1/workspace/invites/{code}/cancel-subscription",
	},
	listMembers: { id: "workspace_members_list", method: "GET", path: "/v1/workspace/members" },
	removeMember: { id: "workspace_members_remove", method: "DELETE", path: "/v1/workspace/members" },
	leaveWorkspace: { id: "workspace_leave", method: "POST", path: "/v1/workspace/leave" },
	deleteMemberAccount: {
		id: "workspace_members_deleteAccount",
		method: "POST",
		path: "/v1/workspace/members/delete-account",
	},
	listGroups: { id: "workspace_groups_list", method: "GET", path: "/v1/workspace/groups" },
	listServiceAccounts: { id: "serviceAccounts_list", method: "GET", path: "/v1/service-accounts" },
	deleteServiceAccount: {
		id: "serviceAccounts_delete",
		method: "DELETE",
		path: "/v1/service-accounts/{service_account_user_id}",
	},
	getUser: { id: "user_get", method: "GET", path: "/v1/user" },
	editUser: { id: "user_edit", method: "POST", path: "/v1/user/edit" },
	getSubscription: { id: "user_subscription_get", method: "GET", path: "/v1/user/subscription" },
} as const;
