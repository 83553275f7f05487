import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Pause, Play } from "lucide-react";
import { player } from "../../../lib/audio/player.ts";
import { type Clip, toggleClip } from "../model/clips.ts";

/** A voice orb that plays the clip when pressed. */
export function ClipButton({ clip, size = 56 }: { clip: Clip; size?: number }) {
	const { item, status } = usePlayer(player);
	const playing = item?.id === clip.id && (status === "playing" || status === "loading");
	const Icon = playing ? Pause : Play;
	return (
		<button
			type="button"
			aria-label={`${playing ? "Pause" : "Play"} ${clip.title}`}
			onClick={() => toggleClip(clip)}
			className="group relative shrink-0 rounded-full"
			style={{ width: size, height: size }}
		>
			<VoiceOrb voiceId={clip.voiceId} size={size} playing={playing} className="block" />
			<span className="absolute inset-0 flex items-center justify-center rounded-full bg-[rgb(0_0_0/0.3)] text-[#fff] transition-colors group-hover:bg-[rgb(0_0_0/0.45)]">
				<Icon
					aria-hidden="true"
					fill="currentColor"
					strokeWidth={0}
					className={playing ? "size-5" : "size-5 translate-x-px"}
				/>
			</span>
		</button>
	);
}
