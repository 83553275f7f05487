import { tokenRefreshMs } from "@timbre/contract/auth.names.ts";

/** Has the token of a session fetched anew in good time, as long as the page is open; call the answer to stop. */
export function keepTokenFresh(refresh: () => unknown): () => void {
	const timer = setInterval(refresh, tokenRefreshMs);
	return () => clearInterval(timer);
}
