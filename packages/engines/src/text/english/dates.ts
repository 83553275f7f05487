import { cardinal, decade, ordinal, year } from "./numbers.ts";

const months = "January February March April May June July August September October November December".split(" ");
const monthName = `(?:${months.join("|")}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)`;

function month(name: string): string {
	return months.find((full) => full.startsWith(name.replace(".", "").slice(0, 3))) ?? name;
}

function written(monthNumber: string, day: string, fullYear: string): string | undefined {
	const name = months[Number(monthNumber) - 1];
	if (!name || Number(day) < 1 || Number(day) > 31) return undefined;
	const spokenYear = year(fullYear.length === 2 ? `${Number(fullYear) < 70 ? "20" : "19"}${fullYear}` : fullYear);
	return `${name} ${ordinal(day)}, ${spokenYear}`;
}

export function expandDates(text: string): string {
	return (
		text
			.replace(
				/\b(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?\b/g,
				(all, y: string, m: string, d: string) => written(m, d, y) ?? all,
			)
			.replace(/\b(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})\b/g, (all, a: string, mark: string, b: string, y: string) => {
				// With dots the day comes first, as in Europe. With slashes the month does, unless it is over 12.
				const dayFirst = mark === "." || Number(a) > 12;
				return (dayFirst ? written(b, a, y) : written(a, b, y)) ?? all;
			})
			.replace(
				new RegExp(`\\b(${monthName})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?(?![\\d:.,]*\\d)`, "g"),
				(_, m: string, d: string, y?: string) => `${month(m)} ${ordinal(d)}${y ? `, ${year(y)}` : ""}`,
			)
			.replace(
				new RegExp(
					`\\b(?:[Tt]he )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)?\\s+(${monthName})(?:,?\\s+(\\d{4}))?(?!\\d)`,
					"g",
				),
				(_, d: string, m: string, y?: string) => `the ${ordinal(d)} of ${month(m)}${y ? `, ${year(y)}` : ""}`,
			)
			.replace(
				new RegExp(`\\b(${monthName})\\s+(\\d{4})\\b`, "g"),
				(_, m: string, y: string) => `${month(m)} ${year(y)}`,
			)
			.replace(/\b(1\d\d0|20\d0)['’]?s\b/g, (_, digits: string) => decade(digits))
			.replace(/['’](\d0)s\b/g, (_, digits: string) => decade(digits))
			.replace(/\b(\d0)s\b(?! of a second)/g, (_, digits: string) => decade(digits))
			.replace(/\b(1[1-9]\d\d|20\d\d)\s?[-–—]\s?(1[1-9]\d\d|20\d\d)\b/g, (_, from: string, to: string) => {
				return `${year(from)} to ${year(to)}`;
			})
			.replace(
				/\b(1[5-9]\d\d|20\d\d)[-–](\d\d)\b/g,
				(_, from: string, to: string) => `${year(from)} to ${cardinal(to)}`,
			)
			.replace(
				/\b(in|since|by|from|until|till|of|before|after|during|around|circa|year|years?|early|late|mid|summer|winter|spring|fall|autumn|©)\s+(1[1-9]\d\d|20\d\d)\b(?![.,]?\d|%|\s?(?:people|dollars|euros|pounds|percent|million|words|miles|meters))/gi,
				(_, before: string, digits: string) => `${before} ${year(digits)}`,
			)
			.replace(/\b(1[1-9]\d\d|20\d\d)(?=\s+(?:AD|BC|CE|BCE)\b)/g, (digits) => year(digits))
			// A bare number from 1900 to 2049 is most likely a year.
			.replace(/(?<![\w.,:/$£€#+-])(19\d\d|20[0-4]\d)(?![\w%°:/-]|[.,]\d)(?=$|[^\S\r\n]*$|[\s.,;!?)”"'’])/g, (digits) =>
				year(digits),
			)
	);
}

export function expandTimes(text: string): string {
	const half = (mark: string | undefined) => (mark ? ` ${mark.charAt(0).toLowerCase()}.m` : "");
	return text
		.replace(
			/\b([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?:\s?([ap])\.?m\b(\.(?!\s*$))?)?/gi,
			(_, h: string, m: string, s: string | undefined, mark: string | undefined) => {
				const hour = cardinal(h);
				const minutes = m === "00" ? (mark || s ? "" : " o'clock") : ` ${Number(m) < 10 ? "oh " : ""}${cardinal(m)}`;
				const seconds = s ? ` and ${cardinal(s)} second${Number(s) === 1 ? "" : "s"}` : "";
				return (Number(h) > 12 && m === "00" && !s ? `${hour} hundred` : hour + minutes) + seconds + half(mark);
			},
		)
		.replace(
			/\b(1[0-2]|[1-9])\s?([ap])\.?m\b(\.(?!\s*$))?/gi,
			(_, h: string, mark: string) => cardinal(h) + half(mark),
		);
}
