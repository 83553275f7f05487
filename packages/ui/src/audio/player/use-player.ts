import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type AudioEngine, idle, type PlayerState } from "./audio-engine.ts";

export function usePlayer(engine: AudioEngine): PlayerState {
	return useSyncExternalStore(engine.subscribe, engine.state, () => idle);
}

/** The position in seconds, updated every 25 ms while playing. */
export function usePlayerTime(engine: AudioEngine): number {
	return useSyncExternalStore(engine.subscribeTime, engine.time, () => 0);
}

/** Elements that handle the arrow keys or Space themselves. */
const arrowKeyTargets =
	"input, textarea, select, [contenteditable=true], [role=slider], [role=menu], [role=listbox], [role=combobox], [role=dialog], [role=alertdialog], [role=tab], [role=radio], [role=separator], [role=grid], [role=tree]";
const spaceKeyTargets = `${arrowKeyTargets}, button, summary, a[href], [role=button], [role=switch], [role=checkbox]`;

const seekSeconds = 3;

/** Resolves a key for the player; null if the focused element handles it. */
export function resolvePlayerKey(key: string, within: (selector: string) => boolean): "toggle" | number | null {
	if (key === " ") return within(spaceKeyTargets) ? null : "toggle";
	if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
	if (within(arrowKeyTargets)) return null;
	return key === "ArrowLeft" ? -seekSeconds : seekSeconds;
}

/** Space toggles playback and arrow keys seek three seconds, unless another control handles the key. */
export function usePlayerKeys(engine: AudioEngine): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (!engine.state().item || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			const target = event.target instanceof Element ? event.target : null;
			const action = resolvePlayerKey(event.key, (selector) => target?.closest(selector) != null);
			if (action === null) return;
			if (action === "toggle") {
				if (!event.repeat) engine.toggle();
			} else engine.skip(action);
			event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [engine]);
}

/** The width of an element in whole pixels; `initial` until it is measured. */
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
