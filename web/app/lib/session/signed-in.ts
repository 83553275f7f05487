const key = "timbre:signed-in";

/**
 * Remembers whether this browser has a session, because public pages are the same for everybody. A hint for links only:
 * `public/theme.js` reads it before the first paint.
 */
export function rememberSession(signedIn: boolean): void {
	if (signedIn) localStorage.setItem(key, "1");
	else localStorage.removeItem(key);
	document.documentElement.dataset.session = signedIn ? "in" : "out";
}
