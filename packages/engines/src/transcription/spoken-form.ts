// Gives text that is spoken alike one spelling, so that "Dr. Lee paid $20" and "doctor lee paid twenty dollars" compare
// as equal.

const ONES =
	"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
		" ",
	);
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: [number, string][] = [
	[1e9, "billion"],
	[1e6, "million"],
	[1e3, "thousand"],
	[100, "hundred"],
];
const IRREGULAR_ORDINALS: Record<string, string> = {
	one: "first",
	two: "second",
	three: "third",
	five: "fifth",
	eight: "eighth",
	nine: "ninth",
	twelve: "twelfth",
};
const ABBREVIATIONS: Record<string, string> = {
	mr: "mister",
	mrs: "missus",
	ms: "miz",
	dr: "doctor",
	prof: "professor",
	st: "saint",
	vs: "versus",
	etc: "et cetera",
	ok: "okay",
	alright: "all right",
	jr: "junior",
	sr: "senior",
	km: "kilometers",
	kg: "kilograms",
	cm: "centimeters",
	mph: "miles per hour",
	jan: "january",
	feb: "february",
	aug: "august",
	sept: "september",
	oct: "october",
	nov: "november",
	dec: "december",
};
const CURRENCIES: Record<string, string> = { $: "dollars", "£": "pounds", "€": "euros" };

/** How four digits are read: 1990 is "nineteen ninety" as a year and "one thousand nine hundred ninety" as a number. */
export type Reading = "number" | "year";

function cardinal(value: number): string {
	if (value < 20) return ONES[value] as string;
	if (value < 100)
		return value % 10 === 0
			? (TENS[value / 10] as string)
			: `${TENS[Math.floor(value / 10)] as string} ${ONES[value % 10] as string}`;
	for (const [scale, name] of SCALES) {
		if (value < scale) continue;
		const rest = value % scale;
		const head = `${cardinal(Math.floor(value / scale))} ${name}`;
		return rest === 0 ? head : `${head} ${cardinal(rest)}`;
	}
	return String(value);
}

function year(value: number): string {
	const century = Math.floor(value / 100);
	const rest = value % 100;
	if (value % 1000 < 10) return cardinal(value);
	if (rest === 0) return `${cardinal(century)} hundred`;
	return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
}

function digits(text: string): string {
	return Array.from(text, (digit) => ONES[Number(digit)]).join(" ");
}

function integer(text: string, reading: Reading): string {
	if (text.length > 12 || (text.length > 1 && text.startsWith("0"))) return digits(text);
	const value = Number(text);
	return reading === "year" && text.length === 4 && value >= 1000 ? year(value) : cardinal(value);
}

function number(text: string, reading: Reading): string {
	const [whole = "", fraction] = text.replaceAll(",", "").split(".");
	return fraction ? `${integer(whole, "number")} point ${digits(fraction)}` : integer(whole, reading);
}

function ordinal(value: number): string {
	const words = cardinal(value).split(" ");
	const last = words.pop() as string;
	const ending = IRREGULAR_ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
	return [...words, ending].join(" ");
}

/** Returns the words as spoken: lowercase, without punctuation, with digits and abbreviations written out. */
export function spokenWords(text: string, reading: Reading = "number"): string[] {
	const amount = String.raw`\d[\d,]*(?:\.\d+)?`;
	return (
		text
			.normalize("NFKC")
			.toLowerCase()
			.replace(/[’‘`]/g, "'")
			.replace(
				new RegExp(`([$£€])\\s?(${amount})(\\s(?:hundred|thousand|million|billion))?`, "g"),
				(_, sign, n, scale) => {
					const unit = CURRENCIES[sign as string] as string;
					return ` ${number(n, "number")}${scale ?? ""} ${n === "1" ? unit.slice(0, -1) : unit} `;
				},
			)
			.replace(/\b(\d{1,2}):(\d{2})\b/g, (_, hour, minute) =>
				minute === "00"
					? ` ${cardinal(Number(hour))} `
					: ` ${cardinal(Number(hour))} ${Number(minute) < 10 ? "oh " : ""}${cardinal(Number(minute))} `,
			)
			.replace(/\b(\d{1,9})(?:st|nd|rd|th)\b/g, (_, n) => ordinal(Number(n)))
			.replace(new RegExp(amount, "g"), (n) => ` ${number(n.replace(/,$/, ""), reading)} `)
			.replaceAll("%", " percent ")
			.replaceAll("&", " and ")
			.replaceAll("+", " plus ")
			// Remove the periods of "p.m." and "U.S." without splitting them into letters.
			.replace(/\b(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll(".", ""))
			.replace(/[^\p{L}\p{M}\p{N}' ]/gu, " ")
			.split(/\s+/)
			.map((word) => word.replace(/^'+|'+$/g, ""))
			.filter((word) => word !== "")
			.flatMap((word) => (Object.hasOwn(ABBREVIATIONS, word) ? (ABBREVIATIONS[word] as string).split(" ") : [word]))
			.filter(
				(word, index, words) => !(word === "and" && /^(?:hundred|thousand|million)$/.test(words[index - 1] ?? "")),
			)
	);
}
