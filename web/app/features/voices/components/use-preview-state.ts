import { useSyncExternalStore } from "react";
import { player } from "../../../lib/player.ts";
import { isPreviewing, previewItemId } from "../voices.public.tsx";

type PreviewState = "idle" | "loaded" | "sounding";

/** What the player does with a voice's preview. A word, so that of a long list only the row it is about is drawn again. */
export function usePreviewState(voiceId: string): PreviewState {
	return useSyncExternalStore(
		player.subscribe,
		() => {
			const state = player.state();
			if (state.item?.id !== previewItemId(voiceId)) return "idle";
			return isPreviewing(voiceId, state) ? "sounding" : "loaded";
		},
		() => "idle" as const,
	);
}
