import { expect, test } from "vitest";
import { type Rows, warp } from "./dtw.ts";
import { createYielder } from "./yielder.ts";

/** A sequence of distinct rows. */
const rowAt = (position: number) => [Math.sin(position / 3), Math.cos(position / 7.3), Math.sin(position / 1.9) / 2];

function rowsOf(positions: readonly number[]): Rows {
	const weights = new Float32Array(positions.length);
	return { frames: positions.length, size: 3, values: Float32Array.from(positions.flatMap(rowAt)), weights };
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

test("matches a sequence of varying speed row by row", async () => {
	const plain = range(300);
	const stretched = plain.flatMap((at) => (at < 100 ? [at] : at < 200 ? [at, at, at] : [at]));
	const { first, last } = await warp(rowsOf(stretched), rowsOf(plain), createYielder());
	const errors = stretched.filter((position, at) => position < (first[at] ?? 0) || position > (last[at] ?? 0));
	expect(errors).toHaveLength(0);
});

test("matches long sequences, coarse pass first, as exactly as short ones", async () => {
	const plain = range(9000);
	// Slower at first, faster later: up to 1,000 rows away from the diagonal.
	const moved = range(9000).map((at) => Math.round(at < 4500 ? at * 0.75 : 3375 + (at - 4500) * 1.2498));
	const { first, last } = await warp(rowsOf(moved), rowsOf(plain), createYielder());
	const distances = moved.map((position, at) => Math.max(0, (first[at] ?? 0) - position, position - (last[at] ?? 0)));
	expect(Math.max(...distances)).toBeLessThanOrEqual(1);
});

test("visits every row of both sequences in order, from corner to corner", async () => {
	for (const [rows, columns] of [
		[1, 1],
		[1, 50],
		[50, 1],
		[2, 3000],
		[3000, 2],
		[4000, 1500],
	] as const) {
		const { first, last } = await warp(rowsOf(range(rows)), rowsOf(range(columns)), createYielder());
		expect(first[0]).toBe(0);
		expect(last[rows - 1]).toBe(columns - 1);
		for (let at = 1; at < rows; at++) {
			const step = (first[at] ?? 0) - (last[at - 1] ?? 0);
			if (step < 0 || step > 1) expect.fail(`${rows}×${columns}: a step of ${step} at row ${at}`);
			if ((last[at] ?? 0) < (first[at] ?? 0)) expect.fail(`row ${at} ends before it begins`);
		}
	}
});

test("stops when aborted", async () => {
	const controller = new AbortController();
	const long = rowsOf(range(60_000));
	setTimeout(() => controller.abort(), 50);
	await expect(warp(long, long, createYielder(controller.signal))).rejects.toThrow("abort");
});
