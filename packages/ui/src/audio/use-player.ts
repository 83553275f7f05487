import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type AudioEngine, idle, type PlayerState } from "./audio-engine.ts";

export function usePlayer(engine: AudioEngine): PlayerState {
	return useSyncExternalStore(engine.subscribe, engine.state, () => idle);
}

/** The position in seconds, told anew every 25 ms while playing. */
export function usePlayerTime(engine: AudioEngine): number {
	return useSyncExternalStore(engine.subscribeTime, engine.time, () => 0);
}

const ownKeys =
	"input, textarea, select, button, a[href], [contenteditable=true], [role=slider], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=tab], [role=switch]";

/** Space plays and pauses, arrows seek three seconds, wherever no other control has a use for the key. */
export function usePlayerKeys(engine: AudioEngine): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (!engine.state().item || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			if (event.target instanceof Element && event.target.closest(ownKeys)) return;
			if (event.key === " ") engine.toggle();
			else if (event.key === "ArrowLeft") engine.skip(-3);
			else if (event.key === "ArrowRight") engine.skip(3);
			else return;
			event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [engine]);
}

/** The width of an element in whole pixels, followed as it changes; `initial` until it is known. */
export function useWidth<T extends Element>(initial: number) {
	const ref = useRef<T>(null);
	const [width, setWidth] = useState(initial);
	useEffect(() => {
		if (!ref.current) return;
		const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
		observer.observe(ref.current);
		return () => observer.disconnect();
	}, []);
	return [ref, width] as const;
}
