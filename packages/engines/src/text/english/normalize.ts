import { expandAbbreviations } from "./abbreviations.ts";
import { expandDates, expandTimes } from "./dates.ts";
import { cardinal, decimal, digitByDigit, fraction, ordinal, roman, year } from "./numbers.ts";
import { measure, spokenUnit } from "./units.ts";

/** Expands numbers, symbols and abbreviations. The order of the steps matters: the most specific come first. */
export function normalizeEnglish(text: string): string {
	let spoken = text;
	for (const step of steps) spoken = step(spoken);
	return spoken.replace(/[^\S\n]{2,}/g, " ");
}

const steps = [
	addresses,
	expandAbbreviations,
	expandDates,
	expandTimes,
	money,
	phones,
	romanNumerals,
	fractions,
	measures,
	plainNumbers,
	signs,
];

const topLevel = "com|org|net|io|dev|ai|co|uk|de|eu|edu|gov|app|info|me|tv|fr|es|it|nl|ch|at|us|ca|au|in|jp";

function address(written: string): string {
	return written
		.replace(/^https?:\/\/(www\.)?|^www\./i, "")
		.replace(/\/$/, "")
		.replace(/([./@_?=&#:~+-])/g, (mark) => ` ${addressMarks[mark]} `)
		.replace(/\d+/g, (digits) => (digits.length > 4 ? digitByDigit(digits) : cardinal(digits)));
}

const addressMarks: Record<string, string> = {
	".": "dot",
	"/": "slash",
	"@": "at",
	_: "underscore",
	"-": "dash",
	"?": "question mark",
	"=": "equals",
	"&": "and",
	"#": "hash",
	":": "colon",
	"~": "tilde",
	"+": "plus",
};

function addresses(text: string): string {
	const web = new RegExp(
		`\\b(?:https?://|www\\.)[^\\s<>"”]*[^\\s<>"”.,;:!?)\\]']|(?<![\\w@.])(?:[a-z0-9-]+\\.)+(?:${topLevel})(?![\\w.]*\\w)(?:/[^\\s<>"”]*[^\\s<>"”.,;:!?)\\]'])?`,
		"gi",
	);
	return text
		.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, address)
		.replace(web, (match) => (/^[a-z]\.[a-z]$/i.test(match) ? match : address(match)))
		.replace(/(?<!\w)@(\w+)/g, "at $1")
		.replace(/(?<!\w)#(\d+)\b/g, (_, digits: string) => `number ${cardinal(digits)}`)
		.replace(/(?<!\w)#(\p{L}\w*)/gu, "hashtag $1");
}

const currencies: Record<string, { one: string; many: string; cent: string; cents: string }> = {
	$: { one: "dollar", many: "dollars", cent: "cent", cents: "cents" },
	"£": { one: "pound", many: "pounds", cent: "penny", cents: "pence" },
	"€": { one: "euro", many: "euros", cent: "cent", cents: "cents" },
	"¥": { one: "yen", many: "yen", cent: "sen", cents: "sen" },
	"₹": { one: "rupee", many: "rupees", cent: "paisa", cents: "paise" },
};
const codes: Record<string, string> = { USD: "$", GBP: "£", EUR: "€", JPY: "¥", INR: "₹" };
const magnitudes: Record<string, string> = {
	k: "thousand",
	m: "million",
	mn: "million",
	b: "billion",
	bn: "billion",
	t: "trillion",
};

function amount(sign: string, number: string, magnitude = ""): string {
	const names = currencies[sign];
	if (!names) return `${sign}${number}`;
	const scale = magnitude === "" ? "" : (magnitudes[magnitude.toLowerCase()] ?? magnitude.toLowerCase());
	if (scale) return `${decimal(number)} ${scale} ${names.many}`;
	const [whole = "0", cents = ""] = number.replaceAll(",", "").split(".");
	if (cents.length !== 2) return `${decimal(number)} ${number === "1" ? names.one : names.many}`;
	const pieces: string[] = [];
	if (Number(whole) > 0 || Number(cents) === 0)
		pieces.push(`${cardinal(whole)} ${Number(whole) === 1 ? names.one : names.many}`);
	if (Number(cents) > 0) pieces.push(`${cardinal(cents)} ${Number(cents) === 1 ? names.cent : names.cents}`);
	return pieces.join(" and ");
}

function money(text: string): string {
	const number = "\\d[\\d,]*(?:\\.\\d+)?";
	const scale = "(?:\\s?(million|billion|trillion|thousand|bn|mn|[kKmMbBtT])(?![\\w]))?";
	return text
		.replace(
			new RegExp(`([$£€¥₹])\\s?(${number})\\s?[-–]\\s?\\1?(${number})${scale}`, "g"),
			(_, sign, low, high, size) => {
				return `${decimal(low)} to ${amount(sign, high, size)}`;
			},
		)
		.replace(
			new RegExp(`([-−])?(?:US|CA|AU)?([$£€¥₹])\\s?([-−])?(${number})${scale}`, "g"),
			(_, before, sign, inner, value, size) => {
				return (before || inner ? "minus " : "") + amount(sign, value, size);
			},
		)
		.replace(
			new RegExp(`(?<![\\w.])(${number})${scale}\\s?([€£¥₹]|(?:USD|GBP|EUR|JPY|INR)\\b)`, "g"),
			(_, value, size, sign) => {
				return amount(codes[sign] ?? sign, value, size);
			},
		);
}

/** Phone numbers are spoken digit by digit, with a pause between groups. */
function phones(text: string): string {
	const groups = (match: string) =>
		(match.startsWith("+") ? "plus " : "") + (match.match(/\d+/g) ?? []).map(digitByDigit).join(", ");
	return text
		.replace(/(?<![\w.])\+\d{1,3}[\s.-]?\(?\d{1,4}\)?(?:[\s.-]?\d{2,4}){1,4}(?!\w)/g, groups)
		.replace(/(?<![\w.])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?!\w)/g, groups)
		.replace(/(?<![\w.-])\d{3}-\d{4}(?![\w-])/g, groups)
		.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (ip) => ip.split(".").map(digitByDigit).join(" dot "));
}

const rulers =
	/(?<=\b(?:Henry|Louis|Elizabeth|Charles|George|Edward|William|Richard|James|John|Paul|Pope|Napoleon|Philip|Pius|Benedict|Gregory|Leo|Alexander|Catherine|Peter|Nicholas|Ivan|Frederick|Wilhelm|Otto|Mary|Robert|Francis|Ferdinand|Leopold|Ramesses|Xerxes|Darius|Ptolemy)\s)([IVX]+)\b/g;
const titled =
	/(?<=\b(?:[Cc]hapter|[Pp]art|[Aa]ct|[Ss]cene|[Vv]olume|[Bb]ook|[Ss]ection|[Ww]ar|[Pp]hase|[Tt]ype|[Cc]lass|[Ll]evel|[Ss]tage|[Aa]rticle|[Aa]ppendix|[Ff]igure|[Tt]able|[Ee]pisode|[Ss]eason|[Bb]owl|[Vv]ersion|[Tt]itle)\s)([IVXLC]+)\b/g;

function romanNumerals(text: string): string {
	const asCardinal = (numeral: string) => {
		const value = roman(numeral);
		return value === undefined ? numeral : cardinal(String(value));
	};
	return text
		.replace(rulers, (numeral) => {
			const value = roman(numeral);
			return value === undefined ? numeral : `the ${ordinal(String(value))}`;
		})
		.replace(titled, asCardinal)
		.replace(/(?<=\p{Lu}\p{Ll}+\s)(?:II|III|IV|VI|VII|VIII|IX|XI|XII|XIII|XIV|XV|XVI|XIX|XX|XXI)\b/gu, asCardinal);
}

const vulgar: Record<string, string> = {
	"½": "1/2",
	"⅓": "1/3",
	"⅔": "2/3",
	"¼": "1/4",
	"¾": "3/4",
	"⅕": "1/5",
	"⅛": "1/8",
	"⅜": "3/8",
	"⅝": "5/8",
	"⅞": "7/8",
};

function fractions(text: string): string {
	const plain = text.replace(/(\d)?([½⅓⅔¼¾⅕⅛⅜⅝⅞])/g, (_, whole: string | undefined, sign: string) => {
		return `${whole ? `${whole} ` : ""}${vulgar[sign]}`;
	});
	const isFraction = (above: string, below: string) =>
		Number(above) < Number(below) && Number(below) <= 100 && Number(below) > 1;
	const named = (above: string, below: string) =>
		above === "1" && below === "2" ? "one half" : fraction(above, below);
	return plain
		.replace(/\b24\/7\b/g, "twenty-four seven")
		.replace(/\b9\/11\b/g, "nine eleven")
		.replace(/\b(\d+)[ -](\d{1,2})\/(\d{1,3})\b(?!\/)/g, (all, whole: string, above: string, below: string) => {
			if (!isFraction(above, below)) return all;
			const part = above === "1" ? `a ${fraction("1", below).replace(/^one /, "")}` : named(above, below);
			return `${cardinal(whole)} and ${part}`;
		})
		.replace(/(?<![\w/.])(\d{1,2})\/(\d{1,3})\b(?!\/)/g, (all, above: string, below: string) => {
			return isFraction(above, below) ? named(above, below) : all;
		})
		.replace(
			/(?<![\w/.])(\d+)\/(\d+)(?![\w/])/g,
			(_, above: string, below: string) => `${cardinal(above)} ${cardinal(below)}`,
		);
}

function measures(text: string): string {
	return text
		.replace(
			/(?<![\w.])(\d)['’′](\d{1,2})["”″]/g,
			(_, feet: string, inches: string) => `${cardinal(feet)} foot ${cardinal(inches)}`,
		)
		.replace(
			/(\d)\s?[-–]\s?(?=\d[\d,.]*\s?(?:%|°|[a-zA-Z]{1,4}\b))/g,
			(all, digit: string, at: number, whole: string) => {
				return /[\w.,]*-\d*$/.test(whole.slice(0, at)) ? all : `${digit} to `;
			},
		)
		.replace(measure, (all, number: string, gap: string, unit: string) => {
			const name = spokenUnit(unit, gap, number === "1");
			return name ? `${decimal(number)} ${name}` : all;
		});
}

function plainNumbers(text: string): string {
	return text
		.replace(/\b(\d[\d,]*)(st|nd|rd|th)\b/g, (_, digits: string) => ordinal(digits.replaceAll(",", "")))
		.replace(/\b(\d{1,2})\s?:\s?(\d{1,2})\b/g, (_, a: string, b: string) => `${cardinal(a)} to ${cardinal(b)}`)
		.replace(/\b(\d+)\s?[x×]\s?(\d+)\b/g, (_, a: string, b: string) => `${year(a)} by ${year(b)}`)
		.replace(/\b(\d+(?:\.\d+)?)x\b/g, (_, times: string) => `${decimal(times)} times`)
		.replace(/(?<![\w.-])(\d[\d,]*(?:\.\d+)?)\s?[-–]\s?(\d[\d,]*(?:\.\d+)?)(?![\w-])/g, (_, a: string, b: string) => {
			return `${decimal(a)} to ${decimal(b)}`;
		})
		.replace(/\bv?(\d+(?:\.\d+){2,})\b/g, (match, digits: string) => {
			return (match.startsWith("v") ? "version " : "") + digits.split(".").map(cardinal).join(" point ");
		})
		.replace(
			/(?<=^|[\s(“"])[-−](?=\.?\d|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty\b)/g,
			"minus ",
		)
		.replace(/(?<!\d)\.(\d+)\b/g, (_, digits: string) => `point ${digitByDigit(digits)}`)
		.replace(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+/g, decimal)
		.replace(/\d+/g, (digits, at: number, whole: string) => {
			const coded = (digits.length > 1 && digits.startsWith("0")) || digits.length >= 10;
			const spoken = coded ? digitByDigit(digits) : cardinal(digits);
			// "B2B" and "mp3": separate the number from the letters next to it.
			const before = /\p{L}$/u.test(whole.slice(0, at)) ? " " : "";
			const after = /^\p{L}/u.test(whole.slice(at + digits.length)) ? " " : "";
			return before + spoken + after;
		});
}

function signs(text: string): string {
	return text
		.replace(/\bC\+\+/g, "C plus plus")
		.replace(/\b([CF])#/g, "$1 sharp")
		.replace(/\s*&\s*/g, " and ")
		.replace(/\band\/or\b/g, "and or")
		.replace(/(?<=\p{L})\/(?=\p{L})/gu, " slash ")
		.replace(/\s\+\s/g, " plus ")
		.replace(/\s?(?:±|\+\/-)\s?/g, " plus or minus ")
		.replace(/\s=\s/g, " equals ")
		.replace(/\s[×*]\s(?=\w)/g, " times ")
		.replace(/\s÷\s/g, " divided by ")
		.replace(/~(?=\p{L})/gu, "about ")
		.replace(/≈/g, " about ")
		.replace(/≤/g, " at most ")
		.replace(/≥/g, " at least ")
		.replace(/\s<\s/g, " less than ")
		.replace(/\s>\s/g, " greater than ")
		.replace(/(?<=\w)\+(?=\s|$|[.,;!?)])/g, " plus")
		.replace(/\s?%/g, " percent")
		.replace(/§\s?/g, "section ")
		.replace(/©\s?/g, "copyright ")
		.replace(/[®™]/g, "")
		.replace(/→/g, " to ")
		.replace(/(?<=\s|^)@(?=\s)/g, "at");
}
