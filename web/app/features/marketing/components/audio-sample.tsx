import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { useEffect, useRef, useState } from "react";
import { setActivePlayer } from "../model/active-player.ts";
import { PlayIcon } from "./play-icon.tsx";

type AudioSampleProps = {
	/** A path under web/public, or a URL that returns audio. */
	src: string;
	/** 0 to 1. */
	peaks: readonly number[];
	seconds: number;
	/** Name of the clip, used in the button label. */
	title: string;
	/** Determines the colors. */
	voiceId: string;
	labels?: { play: string; pause: string; position: string };
};

const english = { play: "Play {title}", pause: "Pause {title}", position: "Position in {title}" };

/** Plays a prerendered clip and shows its waveform. Audio is fetched only when played. */
export function AudioSample({ src, peaks, seconds, title, voiceId, labels = english }: AudioSampleProps) {
	const { playing, position, failed, toggle, seek } = useAudio(src);
	const named = (sentence: string) => sentence.replace("{title}", title);
	return (
		<div className="flex items-center gap-4">
			<button
				type="button"
				aria-label={named(playing ? labels.pause : labels.play)}
				onClick={toggle}
				className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ink text-on-ink transition-colors hover:bg-ink-hover noscript:hidden"
			>
				<PlayIcon playing={playing} />
			</button>
			<div className="min-w-0 flex-1 noscript:hidden">
				<Waveform
					peaks={peaks}
					position={position ?? seconds}
					duration={seconds}
					colors={voiceColors(voiceId)}
					onSeek={seek}
					label={named(labels.position)}
					height={40}
				/>
			</div>
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular noscript:hidden">
				{formatTime(position ?? seconds)}
			</span>
			{failed ? (
				<span role="alert" className="text-danger text-sm">
					Couldn't play this clip.
				</span>
			) : null}
			<noscript>
				{/* biome-ignore lint/a11y/useMediaCaption: the text is shown next to it */}
				<audio controls preload="none" src={src} aria-label={title} className="w-full" />
			</noscript>
		</div>
	);
}

/** Creates the media element on first play. The position is null until then. */
function useAudio(src: string) {
	const element = useRef<HTMLAudioElement>(null);
	const [playing, setPlaying] = useState(false);
	const [failed, setFailed] = useState(false);
	const [position, setPosition] = useState<number | null>(null);
	const stop = useRef(() => element.current?.pause());
	useEffect(() => stop.current, []);

	const start = () => {
		const audio = element.current ?? new Audio(src);
		if (!element.current) {
			element.current = audio;
			audio.addEventListener("playing", () => setPlaying(true));
			audio.addEventListener("pause", () => setPlaying(false));
			audio.addEventListener("timeupdate", () => setPosition(audio.currentTime));
			audio.addEventListener("ended", () => setPosition(null));
			audio.addEventListener("error", () => setFailed(true));
		}
		setFailed(false);
		setActivePlayer(stop.current);
		audio.play().catch((error: unknown) => {
			if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
		});
		return audio;
	};
	return {
		playing,
		failed,
		position,
		toggle: () => (playing ? stop.current() : start()),
		seek: (seconds: number) => {
			const audio = element.current ?? start();
			audio.currentTime = seconds;
			setPosition(seconds);
		},
	};
}
