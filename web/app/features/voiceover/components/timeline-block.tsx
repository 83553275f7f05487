import { fitPeaks } from "@timbre/ui/audio/peaks.ts";
import { cn } from "@timbre/ui/cn.ts";
import { type PointerEvent, useState } from "react";

type TimelineBlockProps = {
	startMs: number;
	lengthMs: number;
	/** Pixels per second. */
	scale: number;
	label: string;
	peaks: readonly number[];
	/** How much of the length the waveform covers, and perhaps more: speech that is too long. */
	peaksMs: number;
	tone: "speech" | "sound" | "warning" | "empty";
	muted: boolean;
	selected: boolean;
	movable: boolean;
	resizable: boolean;
	onShow: () => void;
	onPlace: (startMs: number, lengthMs: number) => void;
};

const tones = {
	speech: "border-positive bg-positive/10",
	sound: "border-control bg-sunken",
	warning: "border-warning bg-warning/10",
	empty: "border-control border-dashed bg-surface",
} as const;

const minMs = 100;
/** Drags snap to this. */
const snapMs = 50;
/** A press that moves less is a click. */
const dragPixels = 4;
const handlePixels = 8;

/** A block that can be moved, and made longer or shorter at its end. */
export function TimelineBlock(props: TimelineBlockProps) {
	const { startMs, lengthMs, scale, label, peaks, tone, muted, selected, movable, resizable, onShow, onPlace } = props;
	const [drag, setDrag] = useState<{ fromX: number; resizes: boolean; byMs: number } | null>(null);
	const moved = drag && !drag.resizes ? Math.max(-startMs, drag.byMs) : 0;
	const longer = drag?.resizes ? Math.max(minMs - lengthMs, drag.byMs) : 0;
	const width = ((lengthMs + longer) / 1000) * scale;
	const begin = (event: PointerEvent<HTMLButtonElement>) => {
		onShow();
		if (!movable || event.button !== 0) return;
		event.currentTarget.setPointerCapture(event.pointerId);
		const { right } = event.currentTarget.getBoundingClientRect();
		setDrag({ fromX: event.clientX, resizes: resizable && right - event.clientX <= handlePixels, byMs: 0 });
	};
	const follow = (event: PointerEvent<HTMLButtonElement>) => {
		if (!drag) return;
		const pixels = event.clientX - drag.fromX;
		const byMs = Math.abs(pixels) < dragPixels ? 0 : Math.round((pixels / scale) * (1000 / snapMs)) * snapMs;
		if (byMs !== drag.byMs) setDrag({ ...drag, byMs });
	};
	const end = () => {
		if (drag && drag.byMs !== 0) onPlace(startMs + moved, lengthMs + longer);
		setDrag(null);
	};
	return (
		<button
			type="button"
			tabIndex={-1}
			title={label}
			onPointerDown={begin}
			onPointerMove={follow}
			onPointerUp={end}
			onPointerCancel={() => setDrag(null)}
			className={cn(
				"absolute inset-y-1 touch-none overflow-hidden rounded-md border text-left",
				tones[tone],
				movable ? "cursor-grab active:cursor-grabbing" : "cursor-default",
				muted && "opacity-50",
				selected && "outline-2 outline-ink",
			)}
			style={{ left: ((startMs + moved) / 1000) * scale, width: Math.max(3, width) }}
		>
			<Wave peaks={peaks} width={(props.peaksMs / 1000) * scale} />
			<span dir="auto" className="absolute inset-x-1.5 top-0.5 truncate text-[11px] text-ink leading-4">
				{label}
			</span>
			{resizable ? (
				<span className="absolute inset-y-0 right-0 w-2 cursor-ew-resize border-control border-r-2" />
			) : null}
		</button>
	);
}

const waveHeight = 26;
const barPixels = 3;
const maxBars = 600;

function Wave({ peaks, width }: { peaks: readonly number[]; width: number }) {
	if (peaks.length === 0 || width < 4) return null;
	const bars = fitPeaks(
		peaks.map((peak) => peak / 255),
		Math.max(2, Math.min(maxBars, Math.floor(width / barPixels))),
	);
	const path = bars
		.map((peak, at) => {
			const height = Math.max(1, peak * waveHeight);
			return `M${at + 0.5} ${(waveHeight - height) / 2}v${height}`;
		})
		.join("");
	return (
		<svg
			aria-hidden="true"
			className="absolute bottom-0 left-0 text-muted"
			width={width}
			height={waveHeight}
			viewBox={`0 0 ${bars.length} ${waveHeight}`}
			preserveAspectRatio="none"
		>
			<path d={path} stroke="currentColor" strokeWidth="0.6" />
		</svg>
	);
}
