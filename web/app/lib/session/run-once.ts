const keyOf = (name: string) => `xi:once:${name}`;

/** Whether a one-time event (a welcome, a tour) has happened for the signed-in user. Cleared on sign-out. */
export function hasRun(name: string): boolean {
	return localStorage.getItem(keyOf(name)) !== null;
}

export function markRun(name: string): void {
	try {
		localStorage.setItem(keyOf(name), "yes");
	} catch {
		// Without storage it is shown again.
	}
}
