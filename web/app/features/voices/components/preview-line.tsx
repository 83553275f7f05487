import { usePlayer, usePlayerTime } from "@timbre/ui/audio/use-player.ts";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { player } from "../../../lib/player.ts";
import { usePreviewState } from "./use-preview-state.ts";

/** Playback progress of a preview, as a line at the bottom of its row. Renders nothing while it is not loaded. */
export function PreviewLine({ voiceId }: { voiceId: string }) {
	return usePreviewState(voiceId) === "idle" ? null : <Line voiceId={voiceId} />;
}

function Line({ voiceId }: { voiceId: string }) {
	const { duration } = usePlayer(player);
	const position = usePlayerTime(player);
	const { from, to } = voiceColors(voiceId);
	return (
		<span
			aria-hidden="true"
			className="absolute inset-x-0 bottom-0 h-0.5 origin-left rounded-full"
			style={{
				background: `linear-gradient(90deg in oklch, ${from}, ${to})`,
				transform: `scaleX(${duration > 0 ? Math.min(1, position / duration) : 0})`,
			}}
		/>
	);
}
