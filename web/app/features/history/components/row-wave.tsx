import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { fitPeaks } from "@timbre/ui/audio/peaks.ts";
import { usePlayerTime } from "@timbre/ui/audio/player/use-player.ts";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { memo, useMemo } from "react";
import { player } from "../../../lib/audio/player.ts";
import { useRowState } from "./use-row-state.ts";

const bars = 44;
const pitch = 4;
const height = 28;

/** A row's waveform: static, or interactive while the item is loaded in the player. */
export function RowWave({ item }: { item: HistoryItem }) {
	const state = useRowState(item.history_item_id);
	const peaks = useMemo(() => item.peaks?.map((peak) => peak / 255) ?? [], [item.peaks]);
	if (peaks.length === 0) return null;
	return state === "idle" ? <StaticWave peaks={peaks} /> : <LoadedWave item={item} peaks={peaks} />;
}

/** A single path without measuring, because many are rendered while scrolling. */
const StaticWave = memo(({ peaks }: { peaks: number[] }) => {
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
			colors={voiceColors(item.voice_id)}
			position={position}
			duration={item.duration_seconds}
			onSeek={player.seek}
			height={height}
		/>
	);
}
