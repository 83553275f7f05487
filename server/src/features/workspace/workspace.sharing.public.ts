export {
	applyDefaultShares,
	effectiveRole,
	getAllSharedRoles,
	getSharedRoles,
	type ResourceCaller,
	resolveRole,
	type SharedRoles,
} from "./sharing/roles.service.ts";
export {
	deleteShare,
	listSharedRows,
	listShares,
	type ShareTarget,
	upsertShare,
} from "./sharing/sharing.repo.ts";
