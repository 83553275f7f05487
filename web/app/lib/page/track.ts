const counts = new Map<string, number>();

export const trackedEvent = "timbre:tracked";

/**
 * Counts user actions that are neither requests nor errors. Nothing is sent: an operator who wants analytics listens
 * for the event.
 */
export function track(name: string): void {
	const count = (counts.get(name) ?? 0) + 1;
	counts.set(name, count);
	globalThis.dispatchEvent?.(new CustomEvent(trackedEvent, { detail: { name, count } }));
}
