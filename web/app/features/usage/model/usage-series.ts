import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { toCsv } from "../../../lib/text/csv.ts";

export type Series = { name: string; color: string; days: number[]; total: number };

/**
 * Assigned by rank, so no two series share a color. The seeds were chosen for distinct colors with enough contrast in
 * both themes.
 */
const colors = ["q", "g", "j", "a", "u", "e"].map((seed) => voiceColors(seed).from);
const maxSeries = colors.length;

/** Largest first; the smallest are combined so that colors stay distinct. */
export function toSeries(usage: Record<string, number[]>): Series[] {
	const all = Object.entries(usage)
		.map(([name, days]) => ({ name, days, total: sum(days) }))
		.filter((series) => series.total !== 0)
		.sort((one, other) => other.total - one.total || one.name.localeCompare(other.name))
		.map((series, rank) => ({ ...series, color: colors[rank] ?? "var(--control)" }));
	if (all.length <= maxSeries) return all;
	const rest = all.slice(maxSeries - 1);
	const days = (rest[0]?.days ?? []).map((_, day) => sum(rest.map((series) => series.days[day] ?? 0)));
	return [
		...all.slice(0, maxSeries - 1),
		{ name: `${rest.length} others`, color: "var(--control)", days, total: sum(days) },
	];
}

export function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/** One row per day and series, without days on which nothing was used. */
export function usageCsv(time: readonly number[], series: readonly Pick<Series, "name" | "days">[]): string {
	const rows = time.flatMap((at, day) =>
		series
			.filter(({ days }) => (days[day] ?? 0) !== 0)
			.map(({ name, days }) => [new Date(at).toISOString().slice(0, 10), name, days[day] ?? 0]),
	);
	return toCsv([["Date", "Name", "Credits"], ...rows]);
}

/** Axis ticks at round numbers. */
export function scaleOf(highest: number): number[] {
	const step = [1, 2, 5]
		.flatMap((digit) => Array.from({ length: 13 }, (_, power) => digit * 10 ** power))
		.sort((a, b) => a - b);
	const size = step.find((candidate) => candidate * 4 >= highest) ?? 1;
	const steps = Math.max(1, Math.ceil(highest / size));
	return Array.from({ length: steps + 1 }, (_, index) => index * size);
}
