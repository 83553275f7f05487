const months = "January February March April May June July August September October November December".split(" ");

/** "2026-11-15" as "15 November 2026": the same in every browser and on the server, so that nothing moves while the page wakes up. */
export function longDay(day: string): string {
	const [year, month, date] = day.split("-");
	return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** "2026-11" as "November 2026". */
export function longMonth(month: string): string {
	const [year, number] = month.split("-");
	return `${months[Number(number) - 1]} ${year}`;
}
