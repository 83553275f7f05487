// What other areas may use of workspaces. Audit log, sharing and SSO have their own files.
export { listGroupRows } from "./groups/groups.repo.ts";
export { listGroups, requireGroups } from "./groups/groups.service.ts";
export { isInvited, listPlansToCancel } from "./invites/invites.service.ts";
export { backgroundContext, type Starter } from "./members/background.service.ts";
export { findAnyMemberByEmail, listMemberRows } from "./members/members.repo.ts";
export {
	leaveWorkspace,
	listMembers,
	memberNotFound,
	removeMember,
	removeMemberToDelete,
} from "./members/members.service.ts";
export { ensureWorkspace, getMembershipStatus, type MembershipStatus } from "./members/membership.service.ts";
export { listServiceAccountRows } from "./service-accounts/service-accounts.repo.ts";
export { deleteServiceAccount, listServiceAccounts } from "./service-accounts/service-accounts.service.ts";
export {
	applyDefaultPlan,
	getExtraVoiceSlots,
	getTier,
	listOperatorWorkspaces,
	resetTier,
	setTier,
} from "./settings/plan.service.ts";
export { getWorkspace, updateSettings } from "./settings/settings.service.ts";
export { findWorkspace } from "./workspace.repo.ts";
