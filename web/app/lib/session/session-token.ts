import { tokenRefreshMs } from "@timbre/contract/auth/rules.ts";

/** Gets a session token now and a new one at a fixed interval; returns a function that stops it. */
export function keepTokenFresh(refresh: () => unknown): () => void {
	refresh();
	const timer = setInterval(refresh, tokenRefreshMs);
	return () => clearInterval(timer);
}
