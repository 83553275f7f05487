// Invariant: the token is kept in memory only, so it ends with the tab and no other script storage holds it.

let current: { value: string; expiresAtMs: number } | undefined;

/** Requests carry the token from now on. */
export function setSessionToken(value: string, expiresAtUnix: number): void {
	current = { value, expiresAtMs: expiresAtUnix * 1000 };
}

export function clearSessionToken(): void {
	current = undefined;
}

/** The Authorization header of a request; undefined without a valid token, when the session cookie is enough. */
export function authorization(nowMs = Date.now()): string | undefined {
	return current && current.expiresAtMs > nowMs ? `Bearer ${current.value}` : undefined;
}
