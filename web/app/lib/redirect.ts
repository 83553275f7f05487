import { warn } from "./log.ts";

/** Where the app begins, and where one comes after signing in or up. */
export const home = "/app/home";
export const afterSignUp = "/app/onboarding";
/** Where one writes and hears. */
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
const single = [
	"/v1/dubs/:id",
	"/v1/projects/:id",
	"/app/voice-lab/share/:id/:id",
	"/app/studio/:id",
	"/sound-effects/:id",
];
const integrationCallback = "/app/integrations/vercel/callback";
const integrationQuery = ["code", "configurationId", "next", "source", "teamId"];
const doors = ["/app/sign-in", "/app/sign-up"];

/** Where one gets in: nobody is led from there to there. */
export function isDoor(path: string): boolean {
	return doors.includes(path.replace(/\/$/, ""));
}

/**
 * The path of this site that a `redirect` parameter may lead to, or null where it may not. `knownPaths` are the pages of the app, where
 * a part that begins with a colon stands for any id. Strict on purpose: whatever a browser would have to mend in the address (dots, back
 * slashes, encoded characters, blanks) is refused, since that is how a link to elsewhere is made to look like one of ours.
 */
export function allowedRedirect(asked: string, origin: string, knownPaths: readonly string[]): string | null {
	const here = new URL(origin);
	const path = asked.startsWith(`${here.origin}/`) ? asked.slice(here.origin.length) : asked;
	if (!path.startsWith("/") || !URL.canParse(path, here)) return null;
	const url = new URL(path, here);
	if (url.protocol !== here.protocol || url.host !== here.host || url.username !== "" || url.password !== "")
		return null;
	if (url.pathname !== path.split(/[?#]/, 1)[0] || !/^(\/[\w.~-]+)+\/?$/.test(url.pathname)) return null;
	if (isDoor(url.pathname)) return null;
	const plain = url.pathname.replace(/\/$/, "");
	if (plain === integrationCallback) return isIntegrationQuery(url.searchParams) ? url.pathname + url.search : null;
	const allowed = [...namedPaths, ...single, ...knownPaths].some((pattern) =>
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

/** Where to go once signed in: what was asked for if it may be, else the default. A refusal is nobody's business but the log's. */
export function destination(asked: string | null, knownPaths: readonly string[], fallback: string): string {
	if (asked === null || asked === "") return fallback;
	const allowed = allowedRedirect(asked, window.location.origin, knownPaths);
	if (allowed === null) warn("A redirect was refused", asked);
	return allowed ?? fallback;
}
