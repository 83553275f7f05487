import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { createPreviewPlayer, type PreviewPlayer, planPreview } from "../model/preview-player.ts";
import { clipUrl, lineAudioUrl } from "../voiceover.queries.ts";

/** The player of this voice-over, which follows its changes. */
export function usePreview(voiceover: Voiceover): PreviewPlayer {
	const [player] = useState(createPreviewPlayer);
	const { voiceover_id: id } = voiceover;
	const plan = useMemo(
		() =>
			planPreview(voiceover, {
				line: (lineId, version) => lineAudioUrl(id, lineId, version),
				clip: (clipId) => clipUrl(id, clipId, "audio"),
				picture: (clipId) => clipUrl(id, clipId, "original"),
			}),
		[voiceover, id],
	);
	useEffect(() => player.load(plan), [player, plan]);
	useEffect(() => player.close, [player]);
	return player;
}

/** Renders with each change of the position: use it where little is drawn. */
export const usePreviewState = (player: PreviewPlayer) =>
	useSyncExternalStore(player.subscribe, player.state, player.state);

/** Renders only when it starts or stops. */
export function usePlaying(player: PreviewPlayer): boolean {
	const playing = () => player.state().playing;
	return useSyncExternalStore(player.subscribe, playing, playing);
}
