/** What has arrived of a stream: seconds of audio, and the share of the text that they cover (0 to 1). */
export type Arrived = { seconds: number; part: number };

/** Tells the player how fast its stream is generated. */
export type Pace = {
	/** When the request was sent, on the clock of `performance.now()`. */
	startedAt: number;
	arrived: () => Arrived;
};

export type StartEstimate = ReturnType<typeof createStartEstimate>;

/** The rate is measured over this many segments, because stored sentences arrive faster than new ones. */
const measuredSegments = 4;
/** Assume a rate a little lower than measured: starting a moment later is better than a pause in the middle. */
const caution = 0.9;
/** Nobody notices a shorter wait. */
const minWaitSeconds = 0.5;

/**
 * Estimates when playback of a stream can start so that it does not run out of audio before the end. Audio arrives one
 * segment at a time, and each must have arrived when playback reaches its start.
 */
export function createStartEstimate(startedAt: number) {
	/** When each segment arrived, and how much audio there was then. */
	const segments: { at: number; seconds: number }[] = [{ at: startedAt, seconds: 0 }];
	let part = 0;
	return {
		add(now: number, arrived: Arrived): void {
			part = arrived.part;
			const last = segments.at(-1);
			if (last && arrived.seconds > last.seconds) segments.push({ at: now, seconds: arrived.seconds });
		},
		/** Seconds to wait before playing from `position`; 0 to start now, undefined while nothing has arrived. */
		wait(now: number, { position, speed }: { position: number; speed: number }): number | undefined {
			const last = segments.at(-1);
			if (!last || segments.length < 2 || part <= 0) return undefined;
			if (part >= 1) return 0;
			// The first segment may have waited in a queue, so it counts only until there is another one.
			const from = segments[Math.max(segments.length > 2 ? 1 : 0, segments.length - 1 - measuredSegments)] ?? last;
			const rest = last.seconds / part - last.seconds;
			const largest = Math.max(...segments.slice(1).map(({ seconds }, at) => seconds - (segments[at]?.seconds ?? 0)));
			const next = Math.min(largest, rest);
			const measured = (last.seconds - from.seconds) / elapsedSeconds(from.at, last.at);
			// If the next segment is late, the rate has dropped.
			const possible = (last.seconds + next - from.seconds) / elapsedSeconds(from.at, now);
			const rate = Math.min(measured, possible) * caution;
			const sinceLast = elapsedSeconds(last.at, now);
			const untilEnd = rest / rate - sinceLast - (last.seconds + rest - next - position) / speed;
			const untilNext = next / rate - sinceLast - (last.seconds - position) / speed;
			const wait = Math.max(untilEnd, untilNext);
			return wait < minWaitSeconds ? 0 : wait;
		},
	};
}

const elapsedSeconds = (from: number, to: number) => Math.max(0.001, (to - from) / 1000);

/** "8 s", "2 min". */
export function formatWait(seconds: number): string {
	return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** The wait in steps a screen reader can follow: it would announce each second. */
export const announcedWait = (seconds: number) => formatWait(Math.ceil(seconds / 10) * 10);
