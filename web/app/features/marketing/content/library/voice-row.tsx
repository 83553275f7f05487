import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { useEffect, useRef, useState } from "react";
import { takeTurn } from "../../components/one-sound.ts";
import { PlayMark } from "../../components/play-mark.tsx";
import { knownOf, type LibraryVoice, previewPath, tierName } from "./library.ts";

type VoiceRowProps = { voice: LibraryVoice; languageName: string };

/** One voice: its colours, what is known of it, and its preview. */
export function VoiceRow({ voice, languageName }: VoiceRowProps) {
	const { sounding, failed, toggle } = usePreview(previewPath(voice.voice_id));
	const { from, to } = voiceColours(voice.voice_id);
	const known = knownOf(voice);
	return (
		<li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4">
			<div className="flex items-center gap-3">
				<button
					type="button"
					aria-label={`${sounding ? "Pause" : "Play"} ${voice.name}, ${languageName}, ${tierName(voice.tier)}`}
					onClick={toggle}
					style={{ backgroundImage: `linear-gradient(150deg in oklch, ${from}, ${to})` }}
					className="flex size-11 shrink-0 items-center justify-center rounded-full noscript:hidden"
				>
					{/* On a disc of its own: white on a voice's colours would not be seen on every one of them. */}
					<span className="flex size-7 items-center justify-center rounded-full bg-surface text-ink [&_svg]:size-3">
						<PlayMark sounding={sounding} />
					</span>
				</button>
				<div className="min-w-0">
					<h2 className="break-words font-medium leading-6">{voice.name}</h2>
					<p className="text-[15px] text-muted leading-5">{languageName}</p>
				</div>
				<span className="ml-auto self-start rounded-full border border-line px-2 text-muted text-xs leading-5">
					{tierName(voice.tier)}
				</span>
			</div>
			<p className="text-[13px] text-muted leading-5">
				{known ? `${known.charAt(0).toUpperCase()}${known.slice(1)}. ` : ""}
				{voice.model_name}.
			</p>
			{failed ? (
				<p role="alert" className="text-[13px] text-danger leading-5">
					This server has no preview of {voice.name} yet.
				</p>
			) : null}
			<noscript>
				{/* biome-ignore lint/a11y/useMediaCaption: a voice introduces itself */}
				<audio
					controls
					preload="none"
					src={previewPath(voice.voice_id)}
					aria-label={`Preview of ${voice.name}`}
					className="w-full"
				/>
			</noscript>
		</li>
	);
}

/** A media element that exists once somebody wants to hear it. */
function usePreview(src: string) {
	const element = useRef<HTMLAudioElement>(null);
	const [sounding, setSounding] = useState(false);
	const [failed, setFailed] = useState(false);
	const stop = useRef(() => element.current?.pause());
	useEffect(() => stop.current, []);
	const toggle = () => {
		if (sounding) {
			stop.current();
			return;
		}
		const audio = element.current ?? new Audio(src);
		if (!element.current) {
			element.current = audio;
			audio.addEventListener("playing", () => setSounding(true));
			audio.addEventListener("pause", () => setSounding(false));
			audio.addEventListener("error", () => setFailed(true));
		}
		setFailed(false);
		takeTurn(stop.current);
		if (audio.error) audio.load();
		audio.play().catch((error: unknown) => {
			if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
		});
	};
	return { sounding, failed, toggle };
}
