import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Pause, Play } from "lucide-react";
import { type Previewed, togglePreview } from "../voices.public.tsx";
import { usePreviewState } from "./use-preview-state.ts";

type PreviewButtonProps = { voice: Previewed; size?: number; tabIndex?: number };

/** A voice's orb that speaks when pressed. Without a preview it is only the orb. */
export function PreviewButton({ voice, size = 40, tabIndex }: PreviewButtonProps) {
	const sounding = usePreviewState(voice.voice_id) === "sounding";
	const Icon = sounding ? Pause : Play;
	if (!voice.preview_url) return <VoiceOrb voiceId={voice.voice_id} size={size} />;
	return (
		<button
			type="button"
			tabIndex={tabIndex}
			aria-label={sounding ? `Pause the preview of ${voice.name}` : `Play a preview of ${voice.name}`}
			onClick={() => togglePreview(voice)}
			className="group relative z-10 shrink-0 rounded-full"
			style={{ width: size, height: size }}
		>
			<VoiceOrb voiceId={voice.voice_id} size={size} playing={sounding} className="block" />
			{/* Small while it waits, so that a finger too sees that it can be heard; over all of the orb when it is meant. */}
			<span
				className={cn(
					"absolute inset-[24%] flex items-center justify-center rounded-full bg-[rgb(0_0_0/0.42)] text-[#fff] transition-[inset] group-hover:inset-0 group-focus-visible:inset-0",
					sounding && "inset-0",
				)}
			>
				<Icon
					aria-hidden="true"
					fill="currentColor"
					strokeWidth={0}
					className={cn(!sounding && "translate-x-[6%]")}
					style={{ width: size * 0.3, height: size * 0.3 }}
				/>
			</span>
		</button>
	);
}
