const keyOf = (name: string) => `xi:once:${name}`;

/** Whether something that happens once (a greeting, a tour) has happened to who is signed in here. Signing out forgets it. */
export function hasRun(name: string): boolean {
	return localStorage.getItem(keyOf(name)) !== null;
}

export function markRun(name: string): void {
	try {
		localStorage.setItem(keyOf(name), "yes");
	} catch {
		// A browser that keeps nothing shows it again: better than never.
	}
}
