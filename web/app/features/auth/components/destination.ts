import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { localKeys } from "../../../lib/local-keys.ts";
import { destination } from "../../../lib/redirect.ts";
import { appPages } from "../../../shell/app-routes.ts";

const inviteKey = `timbre:${localKeys.workspaceInviteCode}`;

/** Where an address leads to once one is in: to the invite one came for, to where it asks, if that may be, else to `fallback`. */
export function whereTo(search: URLSearchParams, fallback: string): string {
	const invite = search.get("invite") || localStorage.getItem(inviteKey);
	if (invite) return `/app/invite?code=${encodeURIComponent(invite)}`;
	return destination(
		search.get("redirect"),
		appPages.map((page) => page.path),
		fallback,
	);
}

/**
 * The code of an invite outlives the way through sign-up: who has to open a mail first comes back by another address, perhaps in another
 * tab. The page of the invite forgets it.
 */
export function useKeepInvite(): string | null {
	const [search] = useSearchParams();
	const invite = search.get("invite");
	useEffect(() => {
		if (invite) localStorage.setItem(inviteKey, invite);
	}, [invite]);
	return invite;
}

/** Other places of this site (an answer of the API, a public page) need the document to be loaded anew. */
export const insideApp = (path: string) => path.startsWith("/app/");

/** Leaves the door. */
export function useEnter(fallback: string): () => void {
	const navigate = useNavigate();
	const [search] = useSearchParams();
	return () => {
		const to = whereTo(search, fallback);
		if (insideApp(to)) void navigate(to);
		else window.location.assign(to);
	};
}
