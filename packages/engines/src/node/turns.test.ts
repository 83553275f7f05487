import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("so much at once and no more, in order, also where some of it fails", async () => {
	const inTurn = createTurns(2);
	const begun: number[] = [];
	let working = 0;
	let most = 0;
	const all = Array.from({ length: 7 }, (_, index) =>
		inTurn(async () => {
			begun.push(index);
			most = Math.max(most, ++working);
			await setImmediate();
			working--;
			if (index % 3 === 0) throw new Error("failed");
			return index;
		}),
	);
	const results = await Promise.allSettled(all);
	expect(results.map(({ status }) => status === "fulfilled")).toEqual([false, true, true, false, true, true, false]);
	expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
	expect(most).toBe(2);
	expect(await inTurn(async () => "again")).toBe("again");
});

test("with a rest the next turn comes only after a pause as long as the work, and nobody waits for the pause itself", async () => {
	const inTurn = createTurns(1, { rest: 2 });
	const started = performance.now();
	const ends: number[] = [];
	const begins: number[] = [];
	const work = async () => {
		begins.push(performance.now() - started);
		await sleep(20);
		ends.push(performance.now() - started);
	};
	const first = inTurn(work).then(() => performance.now() - started);
	await Promise.all([first, inTurn(work)]);
	expect((begins[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(30);
	expect(await first).toBeLessThan(begins[1] ?? 0);
});
