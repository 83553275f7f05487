import { useSyncExternalStore } from "react";
import { player } from "../../../lib/player.ts";

type RowState = "idle" | "loaded" | "sounding";

/** What the player does with one generation. A word, so that a row is drawn again only when its own state changes. */
export function useRowState(historyItemId: string): RowState {
	return useSyncExternalStore(
		player.subscribe,
		() => {
			const { item, status } = player.state();
			if (item?.id !== historyItemId) return "idle";
			return status === "playing" || status === "loading" ? "sounding" : "loaded";
		},
		() => "idle" as const,
	);
}
