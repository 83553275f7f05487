import { warn } from "../log.ts";

/** The start page of the app, and the destinations after sign-in and sign-up. */
export const home = "/app/home";
export const afterSignUp = "/app/onboarding";
export const speechPath = "/app/speech-synthesis/text-to-speech";

export function signInPath(redirect: string): string {
	return `/app/sign-in?redirect=${encodeURIComponent(redirect)}`;
}

const namedPaths = [
	"/affiliates",
	"/audio-native",
	"/history",
	"/request-alpha-access",
	"/subscription",
	"/usage",
	"/speech-synthesis",
	"/dubs",
	"/redirect",
];
const itemPaths = [
	"/v1/dubs/:id",
	"/v1/projects/:id",
	"/app/voice-lab/share/:id/:id",
	"/app/studio/:id",
	"/sound-effects/:id",
];
/** The pages of the items that API paths name. */
const itemPages: readonly [api: RegExp, page: string][] = [
	[/^\/v1\/dubs\/([^/?#]+).*$/, "/app/dubbing/$1"],
	[/^\/v1\/projects\/([^/?#]+).*$/, "/app/studio/$1"],
];
const integrationCallback = "/app/integrations/vercel/callback";
const integrationQuery = ["code", "configurationId", "next", "source", "teamId"];
const signInPages = ["/app/sign-in", "/app/sign-up"];

/** Sign-in and sign-up are never redirect targets. */
export function isSignInPage(path: string): boolean {
	return signInPages.includes(path.replace(/\/$/, ""));
}

/** The page that confirms the deletion of an account. */
export const accountDeletedPage = "/app/account-deleted";

/** Whether a page stays open although the session has ended. */
export function staysAfterSession(path: string): boolean {
	return isSignInPage(path) || path.replace(/\/$/, "") === accountDeletedPage;
}

/**
 * The path a `redirect` parameter may lead to, or null if it is not allowed. `knownPaths` are the app's pages; a
 * segment that starts with a colon matches any id. Deliberately strict: anything a browser would normalize (dots,
 * backslashes, encoded characters, spaces) is rejected, because that is how a link to another site is disguised as one
 * of ours.
 */
export function allowedRedirect(target: string, origin: string, knownPaths: readonly string[]): string | null {
	const here = new URL(origin);
	const path = target.startsWith(`${here.origin}/`) ? target.slice(here.origin.length) : target;
	if (!path.startsWith("/") || !URL.canParse(path, here)) return null;
	const url = new URL(path, here);
	if (url.protocol !== here.protocol || url.host !== here.host || url.username !== "" || url.password !== "")
		return null;
	if (url.pathname !== path.split(/[?#]/, 1)[0] || !/^(\/[\w.~-]+)+\/?$/.test(url.pathname)) return null;
	if (isSignInPage(url.pathname)) return null;
	const plain = url.pathname.replace(/\/$/, "");
	if (plain === integrationCallback) return isIntegrationQuery(url.searchParams) ? url.pathname + url.search : null;
	const allowed = [...namedPaths, ...itemPaths, ...knownPaths].some((pattern) =>
		matches(plain.split("/"), pattern.split("/")),
	);
	return allowed ? url.pathname + url.search + url.hash : null;
}

function matches(parts: string[], pattern: string[]): boolean {
	return parts.length === pattern.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i]);
}

function isIntegrationQuery(query: URLSearchParams): boolean {
	const names = [...query.keys()].sort();
	return names.length === integrationQuery.length && names.every((name, i) => name === integrationQuery[i]);
}

/**
 * Where to go after sign-in: the requested target if allowed, otherwise the fallback. A rejected target is only logged.
 */
export function destination(target: string | null, knownPaths: readonly string[], fallback: string): string {
	if (target === null || target === "") return fallback;
	const allowed = allowedRedirect(target, window.location.origin, knownPaths);
	if (allowed === null) warn("Redirect not allowed", target);
	const item = itemPages.find(([api]) => allowed !== null && api.test(allowed));
	return item ? (allowed ?? "").replace(...item) : (allowed ?? fallback);
}
