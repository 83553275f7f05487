import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
	listeners.add(listener);
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}

/** A string in localStorage under `timbre:<name>`, synced across tabs; under `xi:<name>` it is cleared on sign-out. */
export function useStored(
	name: string,
	initial: string,
	prefix: "timbre" | "xi" = "timbre",
): [string, (value: string) => void] {
	const key = `${prefix}:${name}`;
	const value = useSyncExternalStore(
		subscribe,
		() => localStorage.getItem(key) ?? initial,
		() => initial,
	);
	const set = useCallback(
		(next: string) => {
			localStorage.setItem(key, next);
			for (const listener of listeners) listener();
		},
		[key],
	);
	return [value, set];
}

/**
 * Removes all `timbre:` keys with this prefix and all `xi:` keys, so the next user of this browser doesn't see them.
 */
export function clearStored(prefix: string): void {
	for (const key of Object.keys(localStorage)) {
		if (key.startsWith(`timbre:${prefix}`) || key.startsWith("xi:")) localStorage.removeItem(key);
	}
	for (const listener of listeners) listener();
}
