export function signInPath(redirect: string): string {
	return `/app/sign-in?redirect=${encodeURIComponent(redirect)}`;
}

export const home = "/app/speech-synthesis/text-to-speech";

/** Where to go after signing in: only ever a page of this site, whatever the address says. */
export function safeRedirect(asked: string | null): string {
	if (!asked) return home;
	const base = "http://here.invalid";
	const url = URL.canParse(asked, base) ? new URL(asked, base) : null;
	if (!url || url.origin !== base || !url.pathname.startsWith("/app") || url.pathname.startsWith("/app/sign-"))
		return home;
	return url.pathname + url.search + url.hash;
}
