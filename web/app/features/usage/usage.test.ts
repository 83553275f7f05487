import { expect, test } from "vitest";
import { scaleOf, toSeries, usageCsv } from "./model/usage-series.ts";
import { lastDays } from "./usage.queries.ts";

test("sorts series by size, combines the smallest and keeps the total", () => {
	const usage = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`v${i}`, [i, i * 10]]));
	const series = toSeries(usage);
	expect(series.map((line) => line.name)).toEqual(["v8", "v7", "v6", "v5", "v4", "3 others"]);
	expect(series.at(-1)).toMatchObject({ days: [6, 60], total: 66 });
	expect(series.reduce((total, line) => total + line.total, 0)).toBe(36 * 11);
	expect(new Set(series.map((line) => line.color)).size, "colors are distinct").toBe(series.length);
	expect(toSeries({ All: [0, 0] })).toEqual([]);
});

test("the scale ends at a round number above the maximum", () => {
	expect(scaleOf(1)).toEqual([0, 1]);
	expect(scaleOf(38)).toEqual([0, 10, 20, 30, 40]);
	expect(scaleOf(4_100)).toEqual([0, 2_000, 4_000, 6_000]);
});

test("the last seven days are full days in UTC, ending today", () => {
	const { start_unix, end_unix } = lastDays(7, Date.UTC(2026, 5, 10, 23, 59));
	expect(new Date(start_unix).toISOString()).toBe("2026-06-04T00:00:00.000Z");
	expect(new Date(end_unix).toISOString()).toBe("2026-06-10T23:59:59.999Z");
});

test("usage as CSV has a row per day and name, without empty days", () => {
	const series = [
		{ name: "Heart", days: [12, 0] },
		{ name: "Bella, deep", days: [3, 4] },
	];
	expect(usageCsv([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)], series).split("\r\n")).toEqual([
		"Date,Name,Credits",
		"2026-01-01,Heart,12",
		'2026-01-01,"Bella, deep",3',
		'2026-01-02,"Bella, deep",4',
		"",
	]);
});
