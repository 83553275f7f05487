import { useSyncExternalStore } from "react";
import { player } from "../../../lib/player.ts";
import { isPreviewing, previewItemId } from "../voices.public.tsx";

type PreviewState = "idle" | "loaded" | "playing";

/** Playback state of a voice's preview. Returns a primitive so only the affected row re-renders. */
export function usePreviewState(voiceId: string): PreviewState {
	return useSyncExternalStore(
		player.subscribe,
		() => {
			const state = player.state();
			if (state.item?.id !== previewItemId(voiceId)) return "idle";
			return isPreviewing(voiceId, state) ? "playing" : "loaded";
		},
		() => "idle" as const,
	);
}
