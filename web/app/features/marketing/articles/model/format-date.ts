const months = "January February March April May June July August September October November December".split(" ");

/** Formats "2026-11-15" as "15 November 2026", identically on server and browser to avoid hydration mismatches. */
export function formatDate(day: string): string {
	const [year, month, date] = day.split("-");
	return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** Formats "2026-11" as "November 2026". */
export function formatMonth(month: string): string {
	const [year, number] = month.split("-");
	return `${months[Number(number) - 1]} ${year}`;
}
