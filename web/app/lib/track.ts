const counts = new Map<string, number>();

export const trackedEvent = "timbre:tracked";

/**
 * Counts what people do that is neither a request nor an error. It stays in the page: whoever runs the server and wants
 * to measure listens to the event.
 */
export function track(name: string): void {
	const count = (counts.get(name) ?? 0) + 1;
	counts.set(name, count);
	globalThis.dispatchEvent?.(new CustomEvent(trackedEvent, { detail: { name, count } }));
}
