import type { HistoryItem } from "@timbre/contract/history.ts";
import { fitPeaks } from "@timbre/ui/audio/peaks.ts";
import { usePlayerTime } from "@timbre/ui/audio/use-player.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { memo, useMemo } from "react";
import { player } from "../../../lib/player.ts";
import { useRowState } from "./use-row-state.ts";

const bars = 44;
const pitch = 4;
const height = 28;

/** The waveform of a row: a still picture, or, while it is in the player, one that follows and can be sought in. */
export function RowWave({ item }: { item: HistoryItem }) {
	const state = useRowState(item.history_item_id);
	const peaks = useMemo(() => item.peaks?.map((peak) => peak / 255) ?? [], [item.peaks]);
	if (peaks.length === 0) return null;
	return state === "idle" ? <StillWave peaks={peaks} /> : <LoadedWave item={item} peaks={peaks} />;
}

/** One path and no measuring: many of them pass by while one scrolls. */
const StillWave = memo(({ peaks }: { peaks: number[] }) => {
	const fitted = fitPeaks(peaks, bars);
	const loudest = Math.max(0.15, ...fitted);
	const path = fitted
		.map((peak, i) => {
			const half = Math.max(0.25, (peak / loudest) * (height / 2 - 1));
			return `M${i * pitch + 2} ${(height / 2 - half).toFixed(1)}V${(height / 2 + half).toFixed(1)}`;
		})
		.join("");
	return (
		<svg aria-hidden="true" width={bars * pitch} height={height} className="shrink-0">
			<path d={path} stroke="var(--wave-rest)" strokeWidth={2} strokeLinecap="round" fill="none" />
		</svg>
	);
});

function LoadedWave({ item, peaks }: { item: HistoryItem; peaks: number[] }) {
	const position = usePlayerTime(player);
	return (
		<Waveform
			label={`Position in: ${item.text.slice(0, 60)}`}
			peaks={peaks}
			colours={voiceColours(item.voice_id)}
			position={position}
			duration={item.duration_seconds}
			onSeek={player.seek}
			height={height}
		/>
	);
}
