import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { destination } from "../../../lib/session/redirect.ts";
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
