/** A person who does any of this is there; each is enough. */
const windowEvents = ["mousemove", "mousedown", "keydown", "click", "scroll", "touchstart", "touchmove"] as const;

/** The longest time before the end at which one is warned. */
const warnBeforeMs = 60_000;
/** A hand on the mouse makes hundreds of events a second; so many milliseconds of them count as one. */
const oneActMs = 250;
/** A timer of a browser cannot wait longer; it would ring at once. */
const longestTimerMs = 2 ** 31 - 1;

type Inactivity = {
	timeoutMs: number;
	/** Nothing happened for so long that only `leftMs` are left. */
	onWarn: (leftMs: number) => void;
	/** Something happens; `fromHere` is false where another tab told so. */
	onActive: (fromHere: boolean) => void;
	onTimeout: () => void;
};

/**
 * Counts the time in which nobody does anything. Once it is over it stays over: an act that comes too late (a device that slept, say)
 * does not bring the session back.
 */
export function createInactivity({ timeoutMs, onWarn, onActive, onTimeout }: Inactivity) {
	const warnAfterMs = Math.max(timeoutMs - warnBeforeMs, timeoutMs / 2);
	let last = Date.now();
	let over = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function lookIn(ms: number) {
		clearTimeout(timer);
		timer = setTimeout(look, Math.min(ms, longestTimerMs));
	}
	function end() {
		if (over) return;
		over = true;
		clearTimeout(timer);
		onTimeout();
	}
	function look() {
		const idle = Date.now() - last;
		if (idle >= timeoutMs) return end();
		if (idle >= warnAfterMs) onWarn(timeoutMs - idle);
		lookIn((idle >= warnAfterMs ? timeoutMs : warnAfterMs) - idle);
	}
	function act(fromHere: boolean) {
		if (over) return;
		const now = Date.now();
		if (now - last >= timeoutMs) return end();
		if (now - last < oneActMs) return;
		last = now;
		lookIn(warnAfterMs);
		onActive(fromHere);
	}

	lookIn(warnAfterMs);
	return {
		act,
		stop() {
			over = true;
			clearTimeout(timer);
		},
	};
}

/** Calls `act` for each of the events that count: mouse, key, click, scroll, touch, and the page coming into view or going out of it. */
export function listenForActivity(act: () => void): () => void {
	// Captured, since a scroll inside the page does not bubble.
	const options = { capture: true, passive: true };
	for (const event of windowEvents) window.addEventListener(event, act, options);
	document.addEventListener("visibilitychange", act);
	return () => {
		for (const event of windowEvents) window.removeEventListener(event, act, options);
		document.removeEventListener("visibilitychange", act);
	};
}
