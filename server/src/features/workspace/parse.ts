// Stored values as values of the contract.
import { type Role, roles } from "@timbre/contract/permissions.ts";
import { type Tier, tiers } from "@timbre/contract/plans.ts";

export function toTier(tier: string | undefined): Tier {
	return tiers.find((known) => known === tier) ?? "free";
}

export function toRole(role: string): Role {
	return roles.find((known) => known === role) ?? "editor";
}
