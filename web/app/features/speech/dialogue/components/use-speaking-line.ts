import type { VoiceSegment } from "@timbre/contract/speech/endpoints.ts";
import { useSyncExternalStore } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { lineAt } from "../model/script.ts";

/** A dialogue in the player: its lines, and the voice segments received so far. */
export type PlayingScript = { itemId: string; lineIds: string[]; segments: VoiceSegment[] };

/** The id of the line that is playing. */
export function useSpeakingLine(script: PlayingScript | null): string | null {
	return useSyncExternalStore(
		player.subscribeTime,
		() => {
			const { item, status } = player.state();
			if (!script || item?.id !== script.itemId || (status !== "playing" && status !== "paused")) return null;
			return script.lineIds[lineAt(script.segments, player.time(), script.lineIds.length)] ?? null;
		},
		() => null,
	);
}
