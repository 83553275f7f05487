import { useEffect, useSyncExternalStore } from "react";

let shown: string | undefined;
const listeners = new Set<() => void>();

function set(itemId: string | undefined) {
	shown = itemId;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Tells the player that the page shows the text of an item, so that the player need not show it too. */
export function useShowsText(itemId: string | undefined): void {
	useEffect(() => {
		set(itemId);
		return () => set(undefined);
	}, [itemId]);
}

/** The item whose text the page shows. */
export function useShownText(): string | undefined {
	return useSyncExternalStore(
		subscribe,
		() => shown,
		() => undefined,
	);
}
