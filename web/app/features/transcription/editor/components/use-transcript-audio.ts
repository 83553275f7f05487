import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { useMemo } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { useShowsControls } from "../../../../lib/audio/shown.ts";
import { audioUrl } from "../editor.queries.ts";

/** Plays the recording of a transcript in the shared player, which the page's own controls replace. */
export function useTranscriptAudio(transcript: TranscriptDetails) {
	const { transcription_id: id, title, duration_seconds, has_audio } = transcript;
	const itemId = `transcript:${id}`;
	useShowsControls(itemId);
	const state = usePlayer(player);
	const loaded = state.item?.id === itemId;
	const peaks = useMemo(() => transcript.peaks?.map((peak) => peak / 255) ?? [], [transcript.peaks]);
	const controls = useMemo(() => {
		const isLoaded = () => player.state().item?.id === itemId;
		const load = () =>
			void player.load(
				{
					id: itemId,
					type: "voicePreview",
					peaks,
					downloadUrl: audioUrl(id),
					fileName: `${title}.mp3`,
					player: { title, description: "Recording", duration: (duration_seconds ?? 0) * 1000 },
				},
				{ url: audioUrl(id) },
			);
		return {
			itemId,
			playFrom(seconds: number) {
				if (!has_audio) return;
				if (!isLoaded()) load();
				player.seek(seconds);
				player.play();
			},
			seek(seconds: number) {
				if (!has_audio) return;
				if (isLoaded()) return player.seek(seconds);
				load();
				player.seek(seconds);
				player.pause();
			},
			toggle() {
				if (!has_audio) return;
				if (isLoaded()) player.toggle();
				else load();
			},
		};
	}, [itemId, id, title, duration_seconds, has_audio, peaks]);
	return {
		...controls,
		available: has_audio,
		peaks,
		loaded,
		playing: loaded && (state.status === "playing" || state.status === "loading"),
		speed: state.speed,
		error: loaded ? state.error : null,
		duration: duration_seconds ?? 0,
	};
}
export type TranscriptAudio = ReturnType<typeof useTranscriptAudio>;
