import { useSyncExternalStore } from "react";
import { player } from "../../../lib/audio/player.ts";

export type Playing = "idle" | "loaded" | "playing";

/** Whether an item is in the shared player, and playing. A primitive, so that only what shows it renders again. */
export function usePlaying(itemId: string | undefined): Playing {
	return useSyncExternalStore(
		player.subscribe,
		() => {
			const { item, status } = player.state();
			if (!item || item.id !== itemId) return "idle";
			return status === "playing" || status === "loading" ? "playing" : "loaded";
		},
		() => "idle" as const,
	);
}
