import { voiceColours } from "@timbre/ui/voice-colours.ts";

export type Series = { name: string; colour: string; days: number[]; total: number };

/** By size, not by name: two lines of a chart must never look alike. Each seed gives a colour that both themes can bear, far from the rest. */
const colours = ["q", "g", "j", "a", "u", "e"].map((seed) => voiceColours(seed).from);
const most = colours.length;

/** The largest first; what is small is one line together, so that colours can be told apart. */
export function toSeries(usage: Record<string, number[]>): Series[] {
	const all = Object.entries(usage)
		.map(([name, days]) => ({ name, days, total: sum(days) }))
		.filter((series) => series.total !== 0)
		.sort((one, other) => other.total - one.total || one.name.localeCompare(other.name))
		.map((series, place) => ({ ...series, colour: colours[place] ?? "var(--control)" }));
	if (all.length <= most) return all;
	const rest = all.slice(most - 1);
	const days = (rest[0]?.days ?? []).map((_, day) => sum(rest.map((series) => series.days[day] ?? 0)));
	return [
		...all.slice(0, most - 1),
		{ name: `${rest.length} others`, colour: "var(--control)", days, total: sum(days) },
	];
}

export function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/** The top of the scale and its steps: round numbers, so that the axis can be read. */
export function scaleOf(highest: number): number[] {
	const step = [1, 2, 5]
		.flatMap((digit) => Array.from({ length: 13 }, (_, power) => digit * 10 ** power))
		.sort((a, b) => a - b);
	const size = step.find((candidate) => candidate * 4 >= highest) ?? 1;
	const steps = Math.max(1, Math.ceil(highest / size));
	return Array.from({ length: steps + 1 }, (_, index) => index * size);
}
