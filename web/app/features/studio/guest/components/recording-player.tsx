import type { Recording } from "@timbre/contract/studio/review/guest-schemas.ts";
import { usePlayer, usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { usePlaying } from "../../components/use-playing.ts";

type RecordingPlayerProps = {
	name: string;
	itemId: string;
	recording: Recording;
	onPlayFrom: (seconds: number) => void;
	onSeek: (seconds: number) => void;
	/** Beside the position. */
	children?: ReactNode;
};

/** Play, pause and seek. Stays in view while the text scrolls. */
export function RecordingPlayer({ name, itemId, recording, onPlayFrom, onSeek, children }: RecordingPlayerProps) {
	const playing = usePlaying(itemId);
	const { error } = usePlayer(player);
	const isPlaying = playing === "playing";
	return (
		<section
			aria-label={`Player of ${name}`}
			className="sticky top-0 z-10 mt-4 rounded-card border border-line bg-raised px-4 py-3"
		>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<IconButton
					label={isPlaying ? "Pause" : "Play"}
					variant="primary"
					round
					onClick={() => (playing === "idle" ? onPlayFrom(0) : player.toggle())}
				>
					{isPlaying ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					)}
				</IconButton>
				<Position recording={recording} loaded={playing !== "idle"} onSeek={onSeek} />
				{children}
			</div>
			{error && playing !== "idle" ? (
				<p role="alert" className="mt-2 text-danger">
					{error} Load the page again. If it still doesn't play, the link may have been withdrawn.
				</p>
			) : null}
		</section>
	);
}

type PositionProps = { recording: Recording; loaded: boolean; onSeek: (seconds: number) => void };

function Position({ recording, loaded, onSeek }: PositionProps) {
	const time = usePlayerTime(player);
	const position = loaded ? time : 0;
	const peaks = useMemo(() => recording.peaks.map((peak) => peak / 255), [recording.peaks]);
	return (
		<div className="flex min-w-0 flex-1 basis-48 items-center gap-3 text-[13px] text-muted tabular">
			<span>{formatTime(position)}</span>
			<Waveform
				peaks={peaks}
				position={position}
				duration={recording.audio_duration_secs}
				onSeek={onSeek}
				height={32}
			/>
			<span>{formatTime(recording.audio_duration_secs)}</span>
		</div>
	);
}
