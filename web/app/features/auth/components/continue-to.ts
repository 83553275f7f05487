import { signInPage } from "@timbre/contract/auth.names.ts";
import { allowedRedirect } from "../../../lib/redirect.ts";
import { appPages } from "../../../shell/app-routes.ts";

/** Where a mail's link says to go on to, if that may be; else to the door. */
export function continueTo(search: URLSearchParams): string {
	const asked = search.get("continue_url");
	if (!asked) return signInPage;
	// The door with what it is asked for, which it judges itself.
	if (asked.startsWith(`${signInPage}?`)) return asked;
	const paths = appPages.map((page) => page.path);
	return allowedRedirect(asked, window.location.origin, paths) ?? signInPage;
}
