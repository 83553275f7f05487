import { usePlayer, usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { Pause, Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { player } from "../../lib/audio/player.ts";
import { isPreviewing, type PreviewableVoice, previewItemId, togglePreview } from "./voices.public.ts";

type PreviewState = "idle" | "loaded" | "playing";

/** Playback state of a voice's preview. Returns a primitive so only the affected row re-renders. */
function usePreviewState(voiceId: string): PreviewState {
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

type PreviewButtonProps = { voice: PreviewableVoice; size?: number; tabIndex?: number };

/** A voice orb that plays the preview when pressed. Without a preview it is only decoration. */
export function PreviewButton({ voice, size = 40, tabIndex }: PreviewButtonProps) {
	const playing = usePreviewState(voice.voice_id) === "playing";
	const Icon = playing ? Pause : Play;
	if (!voice.preview_url) return <VoiceOrb voiceId={voice.voice_id} size={size} />;
	return (
		<button
			type="button"
			tabIndex={tabIndex}
			aria-label={playing ? `Pause the preview of ${voice.name}` : `Play a preview of ${voice.name}`}
			onClick={() => togglePreview(voice)}
			className="group relative z-10 shrink-0 rounded-full"
			style={{ width: size, height: size }}
		>
			<VoiceOrb voiceId={voice.voice_id} size={size} playing={playing} className="block" />
			{/* Always visible so touch users see it is playable; grows over the orb on hover or focus. */}
			<span
				className={cn(
					"absolute inset-[24%] flex items-center justify-center rounded-full bg-[rgb(0_0_0/0.42)] text-[#fff] transition-[inset] group-hover:inset-0 group-focus-visible:inset-0",
					playing && "inset-0",
				)}
			>
				<Icon
					aria-hidden="true"
					fill="currentColor"
					strokeWidth={0}
					className={cn(!playing && "translate-x-[6%]")}
					style={{ width: size * 0.3, height: size * 0.3 }}
				/>
			</span>
		</button>
	);
}

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
