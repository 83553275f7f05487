import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { useEffect, useRef, useState } from "react";
import { PlayIcon } from "../../components/play-icon.tsx";
import { setActivePlayer } from "../../model/active-player.ts";
import { describeLabels, type LibraryVoice, previewPath, tierName } from "../model/library.ts";

type VoiceRowProps = { voice: LibraryVoice; languageName: string };

/** One voice with its colors, labels and preview. */
export function VoiceRow({ voice, languageName }: VoiceRowProps) {
	const { playing, failed, toggle } = usePreview(previewPath(voice.voice_id));
	const { from, to } = voiceColors(voice.voice_id);
	const known = describeLabels(voice);
	return (
		<li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4">
			<div className="flex items-center gap-3">
				<button
					type="button"
					aria-label={`${playing ? "Pause" : "Play"} ${voice.name}, ${languageName}, ${tierName(voice.tier)}`}
					onClick={toggle}
					style={{ backgroundImage: `linear-gradient(150deg in oklch, ${from}, ${to})` }}
					className="flex size-11 shrink-0 items-center justify-center rounded-full noscript:hidden"
				>
					{/* A solid disc, because white has too little contrast on some voice colors. */}
					<span className="flex size-7 items-center justify-center rounded-full bg-surface text-ink [&_svg]:size-3">
						<PlayIcon playing={playing} />
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
					No preview of {voice.name} on this server yet.
				</p>
			) : null}
			<noscript>
				{/* biome-ignore lint/a11y/useMediaCaption: previews have no caption track */}
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

/** Creates the media element on first play. */
function usePreview(src: string) {
	const element = useRef<HTMLAudioElement>(null);
	const [playing, setPlaying] = useState(false);
	const [failed, setFailed] = useState(false);
	const stop = useRef(() => element.current?.pause());
	useEffect(() => stop.current, []);
	const toggle = () => {
		if (playing) {
			stop.current();
			return;
		}
		const audio = element.current ?? new Audio(src);
		if (!element.current) {
			element.current = audio;
			audio.addEventListener("playing", () => setPlaying(true));
			audio.addEventListener("pause", () => setPlaying(false));
			audio.addEventListener("error", () => setFailed(true));
		}
		setFailed(false);
		setActivePlayer(stop.current);
		if (audio.error) audio.load();
		audio.play().catch((error: unknown) => {
			if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
		});
	};
	return { playing, failed, toggle };
}
