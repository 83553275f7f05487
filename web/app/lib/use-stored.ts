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

/** A text kept in this browser under `timbre:<name>`, the same in every tab; under `xi:<name>` only until signing out. */
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

/** Removes what is kept under names that begin so, and all under xi: the next person at this browser should not find it. */
export function forgetStored(beginning: string): void {
	for (const key of Object.keys(localStorage)) {
		if (key.startsWith(`timbre:${beginning}`) || key.startsWith("xi:")) localStorage.removeItem(key);
	}
	for (const listener of listeners) listener();
}
