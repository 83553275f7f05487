/** Any of these counts as activity. */
const windowEvents = ["mousemove", "mousedown", "keydown", "click", "scroll", "touchstart", "touchmove"] as const;

/** The warning appears at most this long before the timeout. */
const warnBeforeMs = 60_000;
/** Events within this interval count as one; a moving mouse sends hundreds per second. */
const activityThrottleMs = 250;
/** The maximum delay of setTimeout; longer delays fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

type InactivityOptions = {
	timeoutMs: number;
	/** Called when only `leftMs` remain before the timeout. */
	onWarn: (leftMs: number) => void;
	/** Called on activity; `fromHere` is false if it was in another tab. */
	onActive: (fromHere: boolean) => void;
	onTimeout: () => void;
};

/**
 * Ends the session after a period without activity. Activity that comes too late, for example after the device slept,
 * does not revive it.
 */
export function createInactivityTimer({ timeoutMs, onWarn, onActive, onTimeout }: InactivityOptions) {
	const warnAfterMs = Math.max(timeoutMs - warnBeforeMs, timeoutMs / 2);
	let last = Date.now();
	let over = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function scheduleCheck(ms: number) {
		clearTimeout(timer);
		timer = setTimeout(check, Math.min(ms, maxTimerMs));
	}
	function end() {
		if (over) return;
		over = true;
		clearTimeout(timer);
		onTimeout();
	}
	function check() {
		const idle = Date.now() - last;
		if (idle >= timeoutMs) return end();
		if (idle >= warnAfterMs) onWarn(timeoutMs - idle);
		scheduleCheck((idle >= warnAfterMs ? timeoutMs : warnAfterMs) - idle);
	}
	function act(fromHere: boolean) {
		if (over) return;
		const now = Date.now();
		if (now - last >= timeoutMs) return end();
		if (now - last < activityThrottleMs) return;
		last = now;
		scheduleCheck(warnAfterMs);
		onActive(fromHere);
	}

	scheduleCheck(warnAfterMs);
	return {
		act,
		stop() {
			over = true;
			clearTimeout(timer);
		},
	};
}

/** Calls `act` on mouse, key, click, scroll and touch events and when the page's visibility changes. */
export function listenForActivity(act: () => void): () => void {
	// Capture, because scroll events inside the page don't bubble.
	const options = { capture: true, passive: true };
	for (const event of windowEvents) window.addEventListener(event, act, options);
	document.addEventListener("visibilitychange", act);
	return () => {
		for (const event of windowEvents) window.removeEventListener(event, act, options);
		document.removeEventListener("visibilitychange", act);
	};
}
