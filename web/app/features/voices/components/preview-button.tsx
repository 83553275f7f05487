import type { Voice } from "@timbre/contract/voices.ts";
import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Pause, Play } from "lucide-react";
import { player } from "../../../lib/player.ts";
import { isPreviewing, togglePreview } from "../voices.public.tsx";

/** A voice's orb that speaks when pressed. Without a preview it is only the orb. */
export function PreviewButton({ voice, size = 40 }: { voice: Voice; size?: number }) {
	const sounding = isPreviewing(voice.voice_id, usePlayer(player));
	if (!voice.preview_url) return <VoiceOrb voiceId={voice.voice_id} size={size} />;
	return (
		<button
			type="button"
			aria-label={sounding ? `Pause the preview of ${voice.name}` : `Play a preview of ${voice.name}`}
			onClick={() => togglePreview(voice)}
			className="group relative shrink-0 rounded-full"
			style={{ width: size, height: size }}
		>
			<VoiceOrb voiceId={voice.voice_id} size={size} playing={sounding} className="block" />
			<span
				className={cn(
					"absolute inset-0 flex items-center justify-center rounded-full bg-[rgb(0_0_0/0.38)] text-[#fff] opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100",
					sounding && "opacity-100",
				)}
			>
				{sounding ? (
					<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} className="size-4" />
				) : (
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="size-4 translate-x-px" />
				)}
			</span>
		</button>
	);
}
