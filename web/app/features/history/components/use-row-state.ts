import { useSyncExternalStore } from "react";
import { player } from "../../../lib/audio/player.ts";

type RowState = "idle" | "loaded" | "playing";

/** The player's state for one generation. A string, so that a row renders again only when its own state changes. */
export function useRowState(historyItemId: string): RowState {
	return useSyncExternalStore(
		player.subscribe,
		() => {
			const { item, status } = player.state();
			if (item?.id !== historyItemId) return "idle";
			return status === "playing" || status === "loading" ? "playing" : "loaded";
		},
		() => "idle" as const,
	);
}
