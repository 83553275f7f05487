// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

import type { Role } from "../permissions.ts";

export const seatTypes = ["workspace_admin", "workspace_member", "workspace_lite_member"] as const;
export type SeatType = (typeof seatTypes)[number];

export function seatTypeOf(role: Role): SeatType {
	return role === "admin" ? "workspace_admin" : "workspace_member";
}

export const inviteDays = 7;
export const maxInvitesPerRequest = 100;
/** Shown if an invite code is missing or has no pending invite. */
export const inviteNotFound = "Couldn't find workspace invite code";
/** Delay between canceling a subscription and accepting the invite. */
export const acceptAfterCancelMs = 1_500;

/** Plans that include single sign-on and domains. */
export const hasSso = (tier: string): boolean => tier === "trial" || tier === "enterprise";

/**
 * Why sign-in through an identity provider failed. The sign-in page receives only the code, as `error` in its URL, and
 * shows the message from this table, because text in a URL can be forged.
 */
export const ssoErrors = {
	sso_other_request: "The response from your identity provider belongs to a different request. Try again.",
	sso_other_browser: "You started signing in with a different browser. Start again in this one.",
	sso_expired: "Signing in took too long. Try again.",
	sso_invalid: "Your identity provider sent an invalid response. Contact your IT administrator.",
	sso_provider_gone: "This identity provider is no longer connected. Sign in with your password.",
	sso_other_domain:
		"Your email address is not at the domain this identity provider is set up for. Contact a workspace admin.",
	sso_address_changed: "The email address of your account is now at a different domain. Sign in with your password.",
	sso_unverified_account:
		"An account with your email address exists, but the address was never verified. Verify it first.",
	sso_not_in_plan: "Your workspace's plan no longer includes single sign-on. Sign in with your password.",
	sso_suspended: "Your workspace is suspended. Contact a workspace admin.",
	sso_locked: "You are locked out of this workspace. Contact a workspace admin.",
	sso_no_seats: "All seats of the workspace are taken. Contact a workspace admin.",
} as const;
