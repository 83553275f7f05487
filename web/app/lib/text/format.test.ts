import { expect, test } from "vitest";
import { ago, bytes, counted, shortCount } from "./format.ts";

const now = Date.UTC(2026, 0, 20, 12);
const before = (seconds: number) => ago(now / 1000 - seconds, now);

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

test("SHELL-036 relative time: seconds, minutes, hours, days, weeks, months, then years", () => {
	const table: [seconds: number, words: string][] = [
		[0, "just now"],
		[1, "1 second ago"],
		[59, "59 seconds ago"],
		[60, "1 minute ago"],
		[60 * minutes - 1, "59 minutes ago"],
		[1 * hours, "1 hour ago"],
		[24 * hours - 1, "23 hours ago"],
		[1 * days, "yesterday"],
		[7 * days - 1, "6 days ago"],
		[7 * days, "last week"],
		[28 * days - 1, "3 weeks ago"],
		[28 * days, "last month"],
		[70 * days, "2 months ago"],
		[365 * days, "11 months ago"],
		[366 * days, "last year"],
		[800 * days, "2 years ago"],
	];
	for (const [seconds, words] of table) expect(before(seconds), `${seconds} s`).toBe(words);
	expect(before(-5 * minutes)).toBe("in 5 minutes");
});

test("FILES-011 bytes are decimal by default, kB to YB", () => {
	expect(
		[0, 999, 1000, 1500, 5_000_000, 999_949, 999_950, 1e9, 1e12, 1e15, 1e18, 1e21, 1e24, 1e27].map((n) => bytes(n)),
	).toEqual([
		"0 B",
		"999 B",
		"1 kB",
		"1.5 kB",
		"5 MB",
		"999.9 kB",
		"1 MB",
		"1 GB",
		"1 TB",
		"1 PB",
		"1 EB",
		"1 ZB",
		"1 YB",
		"1,000 YB",
	]);
	expect(bytes(1536, 1024)).toBe("1.5 KiB");
});

test("pluralizes the noun", () => {
	expect([0, 1, 1200].map((value) => counted(value, "credit"))).toEqual(["0 credits", "1 credit", "1,200 credits"]);
});

test("USAGE-009 counts are shortened to K and M", () => {
	expect([0, 999, 1_000, 1_240, 12_345, 999_999, 1_000_000, 4_560_000, 2_500_000_000].map(shortCount)).toEqual([
		"0",
		"999",
		"1K",
		"1.2K",
		"12.3K",
		"1M",
		"1M",
		"4.6M",
		"2,500M",
	]);
});
