import { type KeyboardEvent, type PointerEvent, useId, useMemo } from "react";
import { cn } from "../cn.ts";
import { fitPeaks, peaksPerSecond } from "./peaks.ts";
import { clock } from "./time.ts";
import { useWidth } from "./use-player.ts";

type WaveformProps = {
	peaks: readonly number[];
	/** Seconds played. */
	position?: number;
	/** Seconds in all; an estimate while `live`. */
	duration?: number;
	/** More is still being made: what is not known yet is drawn as a breathing line. */
	live?: boolean;
	colours?: { from: string; to: string };
	/** Makes it a slider that can be pressed, dragged and driven by keys. */
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
	const part = duration > 0 ? Math.min(1, position / duration) : 0;

	const slider = onSeek
		? {
				role: "slider",
				tabIndex: 0,
				"aria-label": label,
				"aria-valuemin": 0,
				"aria-valuemax": Math.round(duration),
				"aria-valuenow": Math.round(Math.min(position, duration)),
				"aria-valuetext": `${clock(position)} of ${clock(duration)}`,
				onKeyDown: (event: KeyboardEvent) => {
					const target = keyTarget(event.key, position, duration);
					if (target === undefined) return;
					event.preventDefault();
					onSeek(target);
				},
				onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
					event.currentTarget.setPointerCapture(event.pointerId);
					onSeek(pointed(event) * duration);
				},
				onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
					if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(pointed(event) * duration);
				},
			}
		: { "aria-hidden": true };

	return (
		<div
			ref={ref}
			{...slider}
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
			<div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - part * 100}% 0 0)` }}>
				<Bars path={path} width={bars * pitch} height={height} stroke={`url(#${gradient})`}>
					<defs>
						<linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2={bars * pitch} y1="0" y2="0">
							<stop offset="0" stopColor={props.colours?.from ?? "var(--wave-1)"} />
							<stop offset="1" stopColor={props.colours?.to ?? "var(--wave-2)"} />
						</linearGradient>
					</defs>
				</Bars>
			</div>
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

function keyTarget(key: string, position: number, duration: number): number | undefined {
	const steps: Record<string, number> = {
		ArrowLeft: position - 3,
		ArrowDown: position - 3,
		ArrowRight: position + 3,
		ArrowUp: position + 3,
		PageDown: position - 10,
		PageUp: position + 10,
		Home: 0,
		End: duration,
	};
	const target = steps[key];
	return target === undefined ? undefined : Math.max(0, Math.min(target, duration));
}

function pointed(event: PointerEvent<HTMLDivElement>): number {
	const box = event.currentTarget.getBoundingClientRect();
	return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
}
