import { useEffect, useSyncExternalStore } from "react";

// What a page shows of the item in the player, so that the player need not show it too.

function createStore() {
	let shown: string | undefined;
	const listeners = new Set<() => void>();
	return {
		get: () => shown,
		set(itemId: string | undefined) {
			shown = itemId;
			for (const listener of listeners) listener();
		},
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
type Store = ReturnType<typeof createStore>;

function useShows(store: Store, itemId: string | undefined): void {
	useEffect(() => {
		store.set(itemId);
		return () => store.set(undefined);
	}, [store, itemId]);
}

const useShown = (store: Store) => useSyncExternalStore(store.subscribe, store.get, () => undefined);

const text = createStore();
const controls = createStore();

/** Tells the player that the page shows the text of an item. */
export const useShowsText = (itemId: string | undefined): void => useShows(text, itemId);
/** The item whose text the page shows. */
export const useShownText = (): string | undefined => useShown(text);
/** Tells the player that the page has its own controls for an item. The player is hidden while they are there. */
export const useShowsControls = (itemId: string | undefined): void => useShows(controls, itemId);
/** The item for which the page has its own controls. */
export const useShownControls = (): string | undefined => useShown(controls);
