import { useEffect, useState } from "react";
import { cn } from "../../cn.ts";
import { formatTime } from "../time.ts";
import type { Recorder } from "./recorder-state.ts";

/** More than fit on any screen; the oldest are clipped. */
const meterBars = 96;
const meterMs = 60;

type RecordingMeterProps = {
	store: Recorder;
	/** When the recording ends by itself, if that is worth showing. */
	maxSeconds?: number;
	/** False during a pause, when the meter stands still. */
	running?: boolean;
};

/** The recent input levels and the elapsed time. */
export function RecordingMeter({ store, maxSeconds, running = true }: RecordingMeterProps) {
	const [levels, setLevels] = useState<readonly number[]>([]);
	const [seconds, setSeconds] = useState(0);
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => {
			setLevels((before) => [...before, store.level()].slice(-meterBars));
			setSeconds(Math.floor(store.seconds()));
		}, meterMs);
		return () => clearInterval(timer);
	}, [store, running]);
	const now = levels.at(-1) ?? 0;
	return (
		<>
			{/* biome-ignore lint/a11y/useSemanticElements: <meter> shows one value, this shows the last seconds */}
			<div
				role="meter"
				aria-label="Input level"
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={Math.round(now * 100)}
				className="flex h-11 min-w-0 flex-1 items-center justify-end gap-[3px] overflow-hidden"
			>
				{Array.from({ length: meterBars }, (_, i) => {
					const level = levels[levels.length - meterBars + i] ?? 0;
					return (
						<span
							// biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position
							key={i}
							className={cn("w-[3px] shrink-0 rounded-full", level > 0.92 ? "bg-danger" : "bg-wave-1")}
							style={{ height: `${Math.max(6, level * 100)}%` }}
						/>
					);
				})}
			</div>
			<p className="shrink-0 text-[13px] text-muted tabular">
				<span className="text-ink">{formatTime(seconds)}</span>
				{maxSeconds === undefined ? null : ` of ${formatTime(maxSeconds)}`}
			</p>
		</>
	);
}
