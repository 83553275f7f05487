import { clock } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { useEffect, useRef, useState } from "react";
import { takeTurn } from "./one-sound.ts";
import { PlayMark } from "./play-mark.tsx";

type SoundSampleProps = {
	/** Under web/public, or an address that answers with sound. */
	src: string;
	/** 0 to 1. */
	peaks: readonly number[];
	seconds: number;
	/** What is heard: said by the button. */
	title: string;
	/** Decides the colours. */
	voiceId: string;
	words?: { play: string; pause: string; position: string };
};

const english = { play: "Play {title}", pause: "Pause {title}", position: "Position in {title}" };

/** A prepared sound with its real wave. Nothing is fetched before it is asked for. */
export function SoundSample({ src, peaks, seconds, title, voiceId, words = english }: SoundSampleProps) {
	const { sounding, position, failed, toggle, seek } = useSound(src);
	const named = (sentence: string) => sentence.replace("{title}", title);
	return (
		<div className="flex items-center gap-4">
			<button
				type="button"
				aria-label={named(sounding ? words.pause : words.play)}
				onClick={toggle}
				className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ink text-on-ink transition-colors hover:bg-ink-hover noscript:hidden"
			>
				<PlayMark sounding={sounding} />
			</button>
			<div className="min-w-0 flex-1 noscript:hidden">
				<Waveform
					peaks={peaks}
					position={position ?? seconds}
					duration={seconds}
					colours={voiceColours(voiceId)}
					onSeek={seek}
					label={named(words.position)}
					height={40}
				/>
			</div>
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular noscript:hidden">
				{clock(position ?? seconds)}
			</span>
			{failed ? (
				<span role="alert" className="text-danger text-sm">
					This sound could not be played.
				</span>
			) : null}
			<noscript>
				{/* biome-ignore lint/a11y/useMediaCaption: the words stand beside it */}
				<audio controls preload="none" src={src} aria-label={title} className="w-full" />
			</noscript>
		</div>
	);
}

/** A media element that exists once somebody wants to hear it. The position is null as long as nobody did. */
function useSound(src: string) {
	const element = useRef<HTMLAudioElement>(null);
	const [sounding, setSounding] = useState(false);
	const [failed, setFailed] = useState(false);
	const [position, setPosition] = useState<number | null>(null);
	const stop = useRef(() => element.current?.pause());
	useEffect(() => stop.current, []);

	const start = () => {
		const audio = element.current ?? new Audio(src);
		if (!element.current) {
			element.current = audio;
			audio.addEventListener("playing", () => setSounding(true));
			audio.addEventListener("pause", () => setSounding(false));
			audio.addEventListener("timeupdate", () => setPosition(audio.currentTime));
			audio.addEventListener("ended", () => setPosition(null));
			audio.addEventListener("error", () => setFailed(true));
		}
		setFailed(false);
		takeTurn(stop.current);
		audio.play().catch((error: unknown) => {
			if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
		});
		return audio;
	};
	return {
		sounding,
		failed,
		position,
		toggle: () => (sounding ? stop.current() : start()),
		seek: (seconds: number) => {
			const audio = element.current ?? start();
			audio.currentTime = seconds;
			setPosition(seconds);
		},
	};
}
