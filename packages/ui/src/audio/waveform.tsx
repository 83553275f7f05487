import { type PointerEvent, useId, useMemo, useState } from "react";
import { cn } from "../cn.ts";
import { fitPeaks, peaksPerSecond } from "./peaks.ts";
import { pointerFraction, seekSlider } from "./player/seek-slider.ts";
import { useWidth } from "./player/use-player.ts";
import { formatTime } from "./time.ts";

type WaveformProps = {
	peaks: readonly number[];
	/** Seconds played. */
	position?: number;
	/** Seconds in all; an estimate while `live`. */
	duration?: number;
	/** Audio is still being generated; the unknown part is drawn as a pulsing line. */
	live?: boolean;
	colors?: { from: string; to: string };
	/** Makes it a seek slider. */
	onSeek?: (seconds: number) => void;
	label?: string;
	height?: number;
	className?: string;
};

const pitch = 4;

export function Waveform(props: WaveformProps) {
	const { peaks, position = 0, duration = 0, live = false, onSeek, label = "Position", height = 32 } = props;
	const gradient = useId();
	const [ref, width] = useWidth<HTMLDivElement>(320);
	const bars = Math.max(8, Math.floor(width / pitch));
	const path = useMemo(() => {
		const missing = live ? Math.max(0, Math.round(duration * peaksPerSecond) - peaks.length) : 0;
		const fitted = fitPeaks(missing ? [...peaks, ...Array.from({ length: missing }, () => 0)] : peaks, bars);
		const loudest = Math.max(0.15, ...fitted);
		return draw(
			fitted.map((peak) => peak / loudest),
			height,
		);
	}, [peaks, bars, duration, live, height]);
	const fraction = duration > 0 ? Math.min(1, position / duration) : 0;

	const [pointed, setPointed] = useState<number | null>(null);
	const slider = onSeek ? seekSlider({ label, position, duration, onSeek }) : null;
	const follow = (event: PointerEvent<HTMLDivElement>) => {
		slider?.onPointerMove(event);
		if (event.pointerType === "mouse") setPointed(pointerFraction(event));
	};

	return (
		<div
			ref={ref}
			{...(slider
				? { ...slider, onPointerMove: follow, onPointerLeave: () => setPointed(null) }
				: { "aria-hidden": true })}
			className={cn("relative w-full rounded-sm", onSeek && "cursor-pointer touch-none", props.className)}
			style={{ height }}
		>
			<Bars
				path={path}
				width={bars * pitch}
				height={height}
				stroke="var(--wave-rest)"
				className={live ? "animate-breathe" : undefined}
			/>
			<div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - fraction * 100}% 0 0)` }}>
				<Bars path={path} width={bars * pitch} height={height} stroke={`url(#${gradient})`}>
					<defs>
						<linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2={bars * pitch} y1="0" y2="0">
							<stop offset="0" stopColor={props.colors?.from ?? "var(--wave-1)"} />
							<stop offset="1" stopColor={props.colors?.to ?? "var(--wave-2)"} />
						</linearGradient>
					</defs>
				</Bars>
			</div>
			{pointed !== null && duration > 0 ? <SeekPreview part={pointed} seconds={pointed * duration} /> : null}
		</div>
	);
}

/** Shows where a click would seek to. */
function SeekPreview({ part, seconds }: { part: number; seconds: number }) {
	return (
		<div
			aria-hidden="true"
			className="pointer-events-none absolute inset-y-0 w-px bg-ink"
			style={{ left: `${part * 100}%` }}
		>
			<span className="-translate-x-1/2 absolute bottom-full left-0 mb-1 rounded bg-ink px-1.5 py-0.5 text-[11px] text-on-ink leading-4 tabular">
				{formatTime(seconds)}
			</span>
		</div>
	);
}

type BarsProps = {
	path: string;
	width: number;
	height: number;
	stroke: string;
	className?: string;
	children?: React.ReactNode;
};

function Bars({ path, width, height, stroke, className, children }: BarsProps) {
	return (
		<svg
			aria-hidden="true"
			viewBox={`0 0 ${width} ${height}`}
			preserveAspectRatio="none"
			className={cn("absolute inset-0 size-full", className)}
		>
			{children}
			<path d={path} stroke={stroke} strokeWidth={2} strokeLinecap="round" fill="none" />
		</svg>
	);
}

function draw(peaks: number[], height: number): string {
	const reach = height / 2 - 1;
	return peaks
		.map((peak, i) => {
			const half = Math.max(0.25, peak * reach);
			return `M${i * pitch + 2} ${(height / 2 - half).toFixed(1)}V${(height / 2 + half).toFixed(1)}`;
		})
		.join("");
}
