const numbers = new Intl.NumberFormat("en");
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export function count(value: number): string {
	return numbers.format(value);
}

const shortened = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "999", "1K", "12.3K", "4M": for axes and badges, where the exact number is shown elsewhere. */
export function shortCount(value: number): string {
	// No unit above M.
	return Math.abs(value) >= 1e9 ? `${count(Math.round(value / 1e6))}M` : shortened.format(value);
}

/** "412 characters", "1 character". */
export function counted(value: number, noun: string): string {
	return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

const minute = 60;
const hour = 60 * minute;
const oneDay = 24 * hour;
const week = 7 * oneDay;
const month = 30.4375 * oneDay;
const year = 365.25 * oneDay;

/** A unit is used below its limit; 4 weeks already count as a month. */
const units: [Intl.RelativeTimeFormatUnit, size: number, below: number][] = [
	["second", 1, minute],
	["minute", minute, hour],
	["hour", hour, oneDay],
	["day", oneDay, week],
	["week", week, 4 * week],
	["month", month, 12 * month],
	["year", year, Number.POSITIVE_INFINITY],
];

/** "5 seconds ago", "yesterday", "3 weeks ago", "last year". */
export function ago(unixSeconds: number, nowMs = Date.now()): string {
	const seconds = unixSeconds - nowMs / 1000;
	const distance = Math.abs(seconds);
	if (distance < 1) return "just now";
	const [unit, size] = units.find(([, , below]) => distance < below) ?? ["year" as const, year];
	return relative.format(Math.sign(seconds) * Math.max(1, Math.floor(distance / size)), unit);
}

const dayOfYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** "Nov 14, 2023": for text that stays on screen too long for a relative time. */
export function dateOf(unixSeconds: number): string {
	return dayOfYear.format(unixSeconds * 1000);
}

const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
const binaryUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
const oneDigit = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** "999 B", "1.5 kB", "5 MB"; binary units with a step of 1024. */
export function bytes(value: number, step: 1000 | 1024 = 1000): string {
	const names = step === 1000 ? decimalUnits : binaryUnits;
	let size = value;
	let unit = 0;
	// Avoid "1,000 kB": rounding up to the step moves to the next unit.
	while (Math.round(size * 10) / 10 >= step && unit < names.length - 1) {
		size /= step;
		unit++;
	}
	return `${oneDigit.format(size)} ${names[unit]}`;
}
