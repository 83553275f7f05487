const numbers = new Intl.NumberFormat("en");
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const languages = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "dialect" });

export function count(value: number): string {
	return numbers.format(value);
}

const shortened = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "999", "1K", "12.3K", "4M": for axes and badges, where the exact number stands elsewhere. */
export function shortCount(value: number): string {
	// Beyond millions K and M are all there is.
	return Math.abs(value) >= 1e9 ? `${count(Math.round(value / 1e6))}M` : shortened.format(value);
}

/** "412 characters", "1 character". */
export function counted(value: number, noun: string): string {
	return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
];

/** "5 minutes ago", "yesterday"; the date itself after a week. */
export function ago(unixSeconds: number, nowMs = Date.now()): string {
	const seconds = unixSeconds - nowMs / 1000;
	if (Math.abs(seconds) > 7 * 86_400) return day.format(unixSeconds * 1000);
	for (const [unit, size] of units) {
		if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
	}
	return "just now";
}

/** "en-GB" → "British English"; what is no language code is shown as it is. */
export function languageName(code: string): string {
	try {
		return languages.of(code) ?? code;
	} catch {
		return code;
	}
}
