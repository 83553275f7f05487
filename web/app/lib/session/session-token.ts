import { tokenRefreshMs } from "@timbre/contract/auth/rules.ts";

/** Refreshes the session token at a fixed interval; returns a function that stops it. */
export function keepTokenFresh(refresh: () => unknown): () => void {
	const timer = setInterval(refresh, tokenRefreshMs);
	return () => clearInterval(timer);
}
