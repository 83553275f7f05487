import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { AudioLines, Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { useCallback, useState } from "react";
import type { PreviewPlayer } from "../model/preview-player.ts";
import { formatMs } from "../model/times.ts";
import { clipUrl } from "../voiceover.queries.ts";
import { usePlaying, usePreviewState } from "./use-preview.ts";

type PreviewProps = { voiceover: Voiceover; player: PreviewPlayer };

const jumpMs = 5_000;

/** The video with the mix, and the transport. */
export function Preview({ voiceover, player }: PreviewProps) {
	const { source, voiceover_id } = voiceover;
	const picture = source?.state === "ready" && source.has_picture ? source : null;
	const [unplayable, setUnplayable] = useState<string | null>(null);
	const attach = useCallback((element: HTMLVideoElement | null) => player.setPicture(element), [player]);
	return (
		<div className="flex flex-col gap-2">
			{picture ? (
				// biome-ignore lint/a11y/useMediaCaption: the script beside it has all that is said
				<video
					key={picture.clip_id}
					ref={attach}
					src={clipUrl(voiceover_id, picture.clip_id, "original")}
					aria-label="Video"
					playsInline
					preload="auto"
					onError={() => setUnplayable(picture.clip_id)}
					className="max-h-[45dvh] w-full rounded-card border border-line bg-sunken object-contain"
				/>
			) : (
				<div className="flex h-32 items-center justify-center gap-2 rounded-card border border-line bg-sunken text-muted">
					<AudioLines aria-hidden="true" className="size-5" />
					{source?.state === "reading" ? "Reading the video" : "No video"}
				</div>
			)}
			{picture && unplayable === picture.clip_id ? (
				<p role="alert" className="text-[13px] text-warning">
					This browser can't play the video, so the preview has only the other tracks. Exports have it all.
				</p>
			) : null}
			<Transport player={player} lengthMs={voiceover.seconds * 1000} />
		</div>
	);
}

function Transport({ player, lengthMs }: { player: PreviewPlayer; lengthMs: number }) {
	const playing = usePlaying(player);
	return (
		<div className="flex items-center gap-1">
			<IconButton label="Back 5 seconds" size="small" onClick={() => player.seek(player.state().positionMs - jumpMs)}>
				<RotateCcw aria-hidden="true" />
			</IconButton>
			<IconButton
				label={playing ? "Pause" : "Play"}
				variant="primary"
				round
				disabled={lengthMs === 0}
				onClick={() => (playing ? player.pause() : player.play())}
			>
				{playing ? (
					<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
				) : (
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
				)}
			</IconButton>
			<IconButton
				label="Forward 5 seconds"
				size="small"
				onClick={() => player.seek(player.state().positionMs + jumpMs)}
			>
				<RotateCw aria-hidden="true" />
			</IconButton>
			<Position player={player} lengthMs={lengthMs} />
		</div>
	);
}

function Position({ player, lengthMs }: { player: PreviewPlayer; lengthMs: number }) {
	const { positionMs } = usePreviewState(player);
	const shown = Math.min(positionMs, lengthMs);
	return (
		<>
			<Slider
				label="Position"
				min={0}
				max={Math.max(100, lengthMs)}
				step={100}
				value={shown}
				valueText={formatMs(shown)}
				disabled={lengthMs === 0}
				onChange={player.seek}
				className="mx-2 min-w-0 flex-1"
			/>
			<p className="shrink-0 text-[13px] text-muted tabular">
				{formatMs(shown)}
				<span className="max-sm:hidden"> / {formatMs(lengthMs)}</span>
			</p>
		</>
	);
}

/** Space and K start and stop, J and L jump: where the keyboard is in the preview or on the timeline. */
export function previewKey(player: PreviewPlayer, event: React.KeyboardEvent<HTMLElement>): void {
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	const target = event.target as HTMLElement;
	if (target.closest("input, textarea, select, [contenteditable]")) return;
	const { positionMs, playing } = player.state();
	const key = event.key.toLowerCase();
	// Space presses the button that has the focus.
	if (key === "k" || (key === " " && !target.closest("button, a"))) (playing ? player.pause : player.play)();
	else if (key === "j") player.seek(positionMs - jumpMs);
	else if (key === "l") player.seek(positionMs + jumpMs);
	else return;
	event.preventDefault();
}
