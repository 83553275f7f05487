import type { KeyboardEvent, PointerEvent } from "react";
import { formatTime } from "../time.ts";

type SeekSlider = { label: string; position: number; duration: number; onSeek: (seconds: number) => void };

/** Props that make an element a seek slider for pointer, keyboard and screen reader. */
export function seekSlider({ label, position, duration, onSeek }: SeekSlider) {
	return {
		role: "slider",
		tabIndex: 0,
		"aria-label": label,
		"aria-valuemin": 0,
		"aria-valuemax": Math.round(duration),
		"aria-valuenow": Math.round(Math.min(position, duration)),
		"aria-valuetext": `${formatTime(position)} of ${formatTime(duration)}`,
		onKeyDown: (event: KeyboardEvent) => {
			const target = keyTarget(event.key, position, duration);
			if (target === undefined) return;
			event.preventDefault();
			onSeek(target);
		},
		onPointerDown: (event: PointerEvent<HTMLElement>) => {
			event.currentTarget.setPointerCapture(event.pointerId);
			onSeek(pointerFraction(event) * duration);
		},
		onPointerMove: (event: PointerEvent<HTMLElement>) => {
			if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(pointerFraction(event) * duration);
		},
	};
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

export function pointerFraction(event: PointerEvent<HTMLElement>): number {
	const box = event.currentTarget.getBoundingClientRect();
	return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
}
