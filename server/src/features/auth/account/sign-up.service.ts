// Who can create an account.
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import type { EmailDelivery, SignUpMode, SocialProviderId } from "@timbre/contract/auth/rules.ts";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";

/** The operator's rules. Invites are injected, because the workspace feature depends on this one. */
export type SignUpRules = {
	mode: SignUpMode;
	domains: readonly string[];
	/** Accounts per hour from one network. */
	perHour: number;
	/** Whether the code is a pending invite for the address. */
	isInvited(email: string, code: string): Promise<boolean>;
};

/** What the sign-in pages need to know. */
export type SignInSettings = {
	socialProviders: readonly { id: SocialProviderId; name: string }[];
	emailDelivery: EmailDelivery;
};

export function getSignUpRules(
	{ mode, domains }: SignUpRules,
	{ socialProviders, emailDelivery }: SignInSettings,
): ResponseOf<(typeof authEndpoints)["getSignUpRules"]> {
	return {
		sign_up: mode,
		domains: mode === "domain" ? [...domains] : [],
		social_providers: [...socialProviders],
		email_delivery: emailDelivery,
	};
}

/** Throws if the address can't sign up. Depends on the address and the code alone, not on existing accounts. */
export async function requireMaySignUp(rules: SignUpRules, email: string, inviteCode: string | null): Promise<void> {
	const { mode, domains } = rules;
	if (mode === "open") return;
	if (mode === "closed")
		throw new AppError(
			"sign_up_not_allowed",
			"New accounts can't be created on this server. Ask its operator for access.",
		);
	const domain = email
		.slice(email.lastIndexOf("@") + 1)
		.trim()
		.toLowerCase();
	if (mode === "domain" && domains.includes(domain)) return;
	if (inviteCode !== null && (await rules.isInvited(email, inviteCode))) return;
	throw new AppError(
		"sign_up_not_allowed",
		mode === "domain"
			? `Sign up with an address at ${domains.join(" or ")}, or open the link in your invite with the address it was sent to.`
			: "You need an invite to create an account. Open the link in your invite and use the address it was sent to.",
	);
}
