import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLimiter } from "./limiter.ts";

test("runs tasks in order, never more than the limit at a time, even when some fail", async () => {
	const limit = createLimiter(2);
	const started: number[] = [];
	let running = 0;
	let maxRunning = 0;
	const all = Array.from({ length: 7 }, (_, index) =>
		limit(async () => {
			started.push(index);
			maxRunning = Math.max(maxRunning, ++running);
			await setImmediate();
			running--;
			if (index % 3 === 0) throw new Error("failed");
			return index;
		}),
	);
	const results = await Promise.allSettled(all);
	expect(results.map(({ status }) => status === "fulfilled")).toEqual([false, true, true, false, true, true, false]);
	expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
	expect(maxRunning).toBe(2);
	expect(await limit(async () => "again")).toBe("again");
});

test("with a cooldown, delays the next task but not the result of the finished one", async () => {
	const limit = createLimiter(1, { cooldown: 2 });
	const started = performance.now();
	const ends: number[] = [];
	const begins: number[] = [];
	const task = async () => {
		begins.push(performance.now() - started);
		await sleep(20);
		ends.push(performance.now() - started);
	};
	const first = limit(task).then(() => performance.now() - started);
	await Promise.all([first, limit(task)]);
	expect((begins[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(30);
	expect(await first).toBeLessThan(begins[1] ?? 0);
});
