import { signInPage } from "@timbre/contract/auth/rules.ts";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { afterSignUp, destination } from "../../../lib/session/redirect.ts";
import { localKeys } from "../../../lib/storage/local-keys.ts";
import { appPages } from "../../../shell/navigation/app-routes.ts";

const inviteKey = `timbre:${localKeys.workspaceInviteCode}`;

/** The page to open after sign-in: a pending invite, else the requested page if allowed, else `fallback`. */
export function destinationFor(search: URLSearchParams, fallback: string): string {
	const invite = search.get("invite") || localStorage.getItem(inviteKey);
	if (invite) return `/app/invite?code=${encodeURIComponent(invite)}`;
	return destination(
		search.get("redirect"),
		appPages.map((page) => page.path),
		fallback,
	);
}

/**
 * Stores the invite code during sign-up, because the user may return from the verification email without it, perhaps in
 * another tab. The invite page removes it.
 */
export function useStoredInvite(): string | null {
	const [search] = useSearchParams();
	const invite = search.get("invite");
	useEffect(() => {
		if (invite) localStorage.setItem(inviteKey, invite);
	}, [invite]);
	return invite;
}

/** Other pages of this site (an API response, a public page) need a full page load. */
export const isAppPath = (path: string) => path.startsWith("/app/");

/** Returns a function that opens the page to show after sign-in. */
export function useRedirectAfterSignIn(fallback: string): () => void {
	const navigate = useNavigate();
	const [search] = useSearchParams();
	return () => {
		const to = destinationFor(search, fallback);
		if (isAppPath(to)) void navigate(to);
		else window.location.assign(to);
	};
}

/**
 * The sign-in page for users who return from the verification email or from a
 * provider with a new account. It completes the registration and continues like
 * sign-up.
 */
export function firstSignIn(search: URLSearchParams): string {
	const params = new URLSearchParams(search);
	if (!params.has("redirect")) params.set("redirect", afterSignUp);
	params.set("first", "true");
	return `${signInPage}?${params}`;
}
