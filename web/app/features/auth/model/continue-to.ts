import { signInPage } from "@timbre/contract/auth/rules.ts";
import { allowedRedirect } from "../../../lib/session/redirect.ts";
import { appPages } from "../../../shell/navigation/app-routes.ts";

/** The page that a link in an email continues to, if allowed; otherwise the sign-in page. */
export function continueTo(search: URLSearchParams): string {
	const requested = search.get("continue_url");
	if (!requested) return signInPage;
	// The sign-in page validates its own parameters.
	if (requested.startsWith(`${signInPage}?`)) return requested;
	const paths = appPages.map((page) => page.path);
	return allowedRedirect(requested, window.location.origin, paths) ?? signInPage;
}
