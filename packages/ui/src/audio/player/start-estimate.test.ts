import { expect, test } from "vitest";
import { announcedWait, createStartEstimate, formatWait } from "./start-estimate.ts";

type Generation = {
	/** Seconds of each segment. */
	segments: number[];
	/** Seconds of audio generated per second. */
	rate: number;
	/** Seconds in a queue before the first segment. */
	queued?: number;
	speed?: number;
};

/** Plays a simulated generation as the estimate says: when it starts, and for how long it then runs out of audio. */
function simulate({ segments, rate, queued = 0, speed = 1 }: Generation) {
	const total = segments.reduce((sum, seconds) => sum + seconds, 0);
	const arrivals: { at: number; seconds: number }[] = [];
	let arrived = 0;
	for (const seconds of segments) {
		arrived += seconds;
		arrivals.push({ at: queued + arrived / rate, seconds: arrived });
	}
	const estimate = createStartEstimate(0);
	const reported = new Set<number>();
	const step = 0.05;
	let position = 0;
	let startedAt: number | undefined;
	let paused = 0;
	for (let now = 0; position < total - 1e-6; now += step) {
		for (const { at, seconds } of arrivals)
			if (at <= now && !reported.has(seconds)) {
				reported.add(seconds);
				estimate.add(now * 1000, { seconds, part: seconds / total });
			}
		const available = Math.max(0, ...reported);
		if (startedAt === undefined) {
			if (estimate.wait(now * 1000, { position: 0, speed }) !== 0) continue;
			startedAt = now;
		}
		const next = Math.min(available, position + step * speed);
		if (next < position + step * speed - 1e-6 && next < total - 1e-6) paused += step;
		position = next;
	}
	return { startedAt: startedAt ?? Number.NaN, paused };
}

const sentences = [2, 5, 6, 4, 6, 5, 7, 3];

test("starts with the first audio if it is generated faster than it plays", () => {
	const { startedAt, paused } = simulate({ segments: sentences, rate: 3 });
	expect(startedAt).toBeLessThan(0.8);
	expect(paused).toBe(0);
});

test.each([0.2, 0.35, 0.6, 0.9])("at %f times real time, starts once the rest arrives in time", (rate) => {
	const { startedAt, paused } = simulate({ segments: sentences, rate });
	const total = sentences.reduce((sum, seconds) => sum + seconds, 0);
	expect(paused).toBe(0);
	// Sooner than when everything has arrived.
	expect(startedAt).toBeLessThan(total / rate);
	expect(startedAt).toBeGreaterThan(total / rate - total);
});

test("waits longer if it plays faster", () => {
	const usual = simulate({ segments: sentences, rate: 0.5 });
	const fast = simulate({ segments: sentences, rate: 0.5, speed: 2 });
	expect(fast.startedAt).toBeGreaterThan(usual.startedAt);
	expect(fast.paused).toBe(0);
});

test("a wait in the queue delays the start by at most one segment", () => {
	const { startedAt, paused } = simulate({ segments: sentences, rate: 3, queued: 10 });
	expect(startedAt).toBeLessThan(10 + (2 + 5) / 3 + 0.1);
	expect(paused).toBe(0);
});

test("a text of one segment starts when it arrives", () => {
	expect(simulate({ segments: [4], rate: 0.2 })).toEqual({ startedAt: expect.closeTo(20, 0), paused: 0 });
});

test("counts down between arrivals, and up if the next one is late", () => {
	const estimate = createStartEstimate(0);
	const wait = (second: number) => estimate.wait(second * 1000, { position: 0, speed: 1 }) ?? Number.NaN;
	expect(wait(3)).toBeNaN();
	estimate.add(4_000, { seconds: 2, part: 0.1 });
	expect(wait(6)).toBeCloseTo(wait(5) - 1, 5);
	expect(wait(20)).toBeGreaterThan(wait(8));
});

test("states the wait in seconds or minutes, and in steps of ten seconds for screen readers", () => {
	expect([0.4, 7.2, 89, 100, 170].map(formatWait)).toEqual(["1 s", "8 s", "89 s", "2 min", "3 min"]);
	expect([3, 11, 20].map(announcedWait)).toEqual(["10 s", "20 s", "20 s"]);
});
