import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { newId } from "../../core/ids.ts";
import { denied } from "../../testing/denied.ts";
import type { TestApp } from "../../testing/test-app.ts";

denied(workspaceEndpoints.listWorkspaces);
denied(workspaceEndpoints.openWorkspace, {
	params: { workspace_id: "nobodys" },
	foreign: {
		make: async (app) => ({ workspace_id: (await app.person()).workspaceId }),
		code: "workspace_not_found",
	},
});

// Whose ids and which rights are refused is walked by security/matrix.test.ts, for these as for all.
denied(workspaceEndpoints.getWorkspace);
denied(workspaceEndpoints.isAdmin);
denied(workspaceEndpoints.canAccessSettings);
denied(workspaceEndpoints.getSeatsStatus);
denied(workspaceEndpoints.updateWorkspace, { body: { name: "Taken over" } });
denied(workspaceEndpoints.getTrainingOptOut);
denied(workspaceEndpoints.transferOwnership, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.listInvites);
denied(workspaceEndpoints.addInvite, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.addInvites, { body: { emails: ["someone@example.com"] } });
denied(workspaceEndpoints.deleteInvite, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.acceptInvite);
denied(workspaceEndpoints.cancelToJoin);
denied(workspaceEndpoints.listMembers);
denied(workspaceEndpoints.updateMember, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.removeMember, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.leaveWorkspace);
denied(workspaceEndpoints.deleteMemberAccount, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.listGroups);
denied(workspaceEndpoints.searchGroups);
denied(workspaceEndpoints.createGroup, { body: { name: "Theirs" } });
denied(workspaceEndpoints.updateGroup, { body: { name: "Theirs" } });
denied(workspaceEndpoints.deleteGroup);
denied(workspaceEndpoints.addGroupMember, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.removeGroupMember, { body: { email: "someone@example.com" } });
denied(workspaceEndpoints.listServiceAccounts);
denied(workspaceEndpoints.createServiceAccount, { body: { name: "Theirs" } });
denied(workspaceEndpoints.deleteServiceAccount);
denied(workspaceEndpoints.listSharedResources);
denied(workspaceEndpoints.getResource);
denied(workspaceEndpoints.shareResource, {
	body: { role: "viewer", resource_type: "pronunciation_dictionary", group_id: "default" },
});
denied(workspaceEndpoints.unshareResource, {
	body: { resource_type: "pronunciation_dictionary", group_id: "default" },
});
denied(workspaceEndpoints.listAuditLogs);

const foreignDomain = {
	make: async (app: TestApp) => {
		const { workspaceId } = await app.person();
		const domain_verification_id = newId();
		await app.db
			.insertInto("workspace_domain")
			.values({ id: domain_verification_id, workspace_id: workspaceId, domain: "foreign.example", record_value: "x" })
			.execute();
		return { domain_verification_id };
	},
	code: "not_found",
} as const;
denied(workspaceEndpoints.listDomainVerifications);
denied(workspaceEndpoints.createDomainVerification, { body: { domain: "company.example" } });
denied(workspaceEndpoints.checkDomainVerification, {
	params: { domain_verification_id: "nobodys" },
	foreign: foreignDomain,
});
denied(workspaceEndpoints.updateDomainVerification, {
	params: { domain_verification_id: "nobodys" },
	body: { sso_required: false },
	foreign: foreignDomain,
});
denied(workspaceEndpoints.deleteDomainVerification, {
	params: { domain_verification_id: "nobodys" },
	foreign: foreignDomain,
});
denied(workspaceEndpoints.listIdentityProviders);
denied(workspaceEndpoints.createIdentityProvider, {
	body: { type: "saml", name: "Company", domain: "company.example", metadata_xml: "<a/>" },
});
denied(workspaceEndpoints.updateIdentityProvider, {
	params: { identity_provider_id: "nobodys" },
	body: { name: "Another" },
});
denied(workspaceEndpoints.deleteIdentityProvider, { params: { identity_provider_id: "nobodys" } });
