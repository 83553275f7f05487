import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type AudioEngine, idle, type PlayerState } from "./audio-engine.ts";

export function usePlayer(engine: AudioEngine): PlayerState {
	return useSyncExternalStore(engine.subscribe, engine.state, () => idle);
}

/** The position in seconds, told anew every 25 ms while playing. */
export function usePlayerTime(engine: AudioEngine): number {
	return useSyncExternalStore(engine.subscribeTime, engine.time, () => 0);
}

/** What has a use of its own for the arrow keys, and what has one for space. */
const ownArrows =
	"input, textarea, select, [contenteditable=true], [role=slider], [role=menu], [role=listbox], [role=combobox], [role=dialog], [role=alertdialog], [role=tab], [role=radio], [role=separator], [role=grid], [role=tree]";
const ownSpace = `${ownArrows}, button, summary, a[href], [role=button], [role=switch], [role=checkbox]`;

const seekSeconds = 3;

/** What a key means for the player: nothing where the element it is pressed on has a use for it. */
export function playerKey(key: string, within: (selector: string) => boolean): "toggle" | number | null {
	if (key === " ") return within(ownSpace) ? null : "toggle";
	if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
	if (within(ownArrows)) return null;
	return key === "ArrowLeft" ? -seekSeconds : seekSeconds;
}

/** Space plays and pauses, arrows seek three seconds, wherever no other control has a use for the key. */
export function usePlayerKeys(engine: AudioEngine): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (!engine.state().item || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			const target = event.target instanceof Element ? event.target : null;
			const meant = playerKey(event.key, (selector) => target?.closest(selector) != null);
			if (meant === null) return;
			if (meant === "toggle") {
				if (!event.repeat) engine.toggle();
			} else engine.skip(meant);
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
