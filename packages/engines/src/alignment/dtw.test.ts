import { expect, test } from "vitest";
import { createBreather } from "./breather.ts";
import { type Rows, warp } from "./dtw.ts";

/** A melody of many different rows. */
const note = (place: number) => [Math.sin(place / 3), Math.cos(place / 7.3), Math.sin(place / 1.9) / 2];

function rowsOf(places: readonly number[]): Rows {
	const weights = new Float32Array(places.length);
	return { frames: places.length, size: 3, values: Float32Array.from(places.flatMap(note)), weights };
}

const counted = (length: number) => Array.from({ length }, (_, at) => at);

test("a sequence played at changing pace is matched row by row", async () => {
	const plain = counted(300);
	const stretched = plain.flatMap((place) => (place < 100 ? [place] : place < 200 ? [place, place, place] : [place]));
	const { first, last } = await warp(rowsOf(stretched), rowsOf(plain), createBreather());
	const errors = stretched.filter((place, at) => place < (first[at] ?? 0) || place > (last[at] ?? 0));
	expect(errors).toHaveLength(0);
});

test("long sequences, matched coarsely first, are found as exactly as short ones", async () => {
	const plain = counted(9000);
	// Slower by a third at first, faster later: up to 1,000 rows away from the straight line.
	const moved = counted(9000).map((at) => Math.round(at < 4500 ? at * 0.75 : 3375 + (at - 4500) * 1.2498));
	const { first, last } = await warp(rowsOf(moved), rowsOf(plain), createBreather());
	const distances = moved.map((place, at) => Math.max(0, (first[at] ?? 0) - place, place - (last[at] ?? 0)));
	expect(Math.max(...distances)).toBeLessThanOrEqual(1);
});

test("every row of either is visited, in order, from corner to corner", async () => {
	for (const [rows, columns] of [
		[1, 1],
		[1, 50],
		[50, 1],
		[2, 3000],
		[3000, 2],
		[4000, 1500],
	] as const) {
		const { first, last } = await warp(rowsOf(counted(rows)), rowsOf(counted(columns)), createBreather());
		expect(first[0]).toBe(0);
		expect(last[rows - 1]).toBe(columns - 1);
		for (let at = 1; at < rows; at++) {
			const step = (first[at] ?? 0) - (last[at - 1] ?? 0);
			if (step < 0 || step > 1) expect.fail(`${rows}×${columns}: a step of ${step} at row ${at}`);
			if ((last[at] ?? 0) < (first[at] ?? 0)) expect.fail(`row ${at} ends before it begins`);
		}
	}
});

test("stops as soon as it is not wanted any more", async () => {
	const controller = new AbortController();
	const long = rowsOf(counted(60_000));
	setTimeout(() => controller.abort(), 50);
	await expect(warp(long, long, createBreather(controller.signal))).rejects.toThrow("abort");
});
