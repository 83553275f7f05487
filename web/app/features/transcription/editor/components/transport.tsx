import { usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { Pause, Play } from "lucide-react";
import { memo } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { segmentEnd, segmentStart, speakersOf, type TranscriptDocument } from "../model/document.ts";
import { speakerColor } from "../model/speaker-color.ts";
import type { TranscriptAudio } from "./use-transcript-audio.ts";

/** Play button, waveform, position and speed, with a strip that shows who speaks when. */
export function Transport({ audio, document }: { audio: TranscriptAudio; document: TranscriptDocument }) {
	if (!audio.available) {
		return <p className="text-[13px] text-muted">The recording is no longer stored, so it can't be played.</p>;
	}
	return (
		<div className="flex items-center gap-3">
			<IconButton label={audio.playing ? "Pause" : "Play"} variant="primary" round onClick={audio.toggle}>
				{audio.playing ? (
					<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
				) : (
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
				)}
			</IconButton>
			<Position audio={audio} document={document} />
			<Tooltip label="Playback speed">
				<button
					type="button"
					aria-label={`Playback speed ${audio.speed}, press to change`}
					onClick={player.cycleSpeed}
					className="h-8 min-w-11 rounded-control px-1.5 font-medium text-[13px] text-muted tabular transition-colors hover:bg-hover hover:text-ink"
				>
					{audio.speed}×
				</button>
			</Tooltip>
			{audio.error ? (
				<p role="alert" className="text-[13px] text-danger">
					{audio.error}
				</p>
			) : null}
		</div>
	);
}

function Position({ audio, document }: { audio: TranscriptAudio; document: TranscriptDocument }) {
	const time = usePlayerTime(player);
	const position = audio.loaded ? time : 0;
	return (
		<div className="flex min-w-0 flex-1 items-center gap-2.5 text-muted text-xs tabular">
			<span className="min-w-8 text-right">{formatTime(position)}</span>
			<div className="min-w-0 flex-1">
				<Waveform
					label="Position in the recording"
					peaks={audio.peaks}
					position={position}
					duration={audio.duration}
					onSeek={audio.seek}
					height={40}
				/>
				<SpeakerStrip document={document} duration={audio.duration} />
			</div>
			<span className="min-w-8">{formatTime(audio.duration)}</span>
		</div>
	);
}

/** Who speaks when, one path for each speaker. Decorative: the segments say it in words. */
const SpeakerStrip = memo(({ document, duration }: { document: TranscriptDocument; duration: number }) => {
	const speakers = speakersOf(document);
	if (speakers.length === 0 || duration <= 0) return null;
	return (
		<svg
			aria-hidden="true"
			viewBox={`0 0 ${duration} 4`}
			preserveAspectRatio="none"
			className="mt-1 block h-1 w-full rounded-full bg-hover"
		>
			{speakers.map((speaker) => (
				<path
					key={speaker}
					fill={speakerColor(speaker)}
					d={document.segments
						.filter((segment) => segment.speaker === speaker)
						.map((segment) => `M${segmentStart(segment)} 0H${segmentEnd(segment)}V4H${segmentStart(segment)}Z`)
						.join("")}
				/>
			))}
		</svg>
	);
});
