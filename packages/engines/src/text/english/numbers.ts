const small =
	"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
		" ",
	);
const tens = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales = ["", "thousand", "million", "billion", "trillion", "quadrillion"];
const irregular: Record<string, string> = {
	one: "first",
	two: "second",
	three: "third",
	five: "fifth",
	eight: "eighth",
	nine: "ninth",
	twelve: "twelfth",
};

/** 1234 → "one thousand two hundred thirty-four". Beyond the quadrillions: digit by digit. */
export function cardinal(digits: string): string {
	const plain = digits.replace(/^0+(?=\d)/, "");
	if (plain.length > scales.length * 3) return digitByDigit(digits);
	const groups: string[] = [];
	for (let end = plain.length; end > 0; end -= 3) groups.unshift(plain.slice(Math.max(0, end - 3), end));
	const words = groups.flatMap((group, at) => {
		const value = Number(group);
		if (value === 0) return [];
		const scale = scales[groups.length - 1 - at];
		return scale ? [belowThousand(value), scale] : [belowThousand(value)];
	});
	return words.length > 0 ? words.join(" ") : "zero";
}

function belowThousand(value: number): string {
	if (value >= 100) {
		const rest = value % 100;
		return `${small[Math.floor(value / 100)]} hundred${rest > 0 ? ` ${belowThousand(rest)}` : ""}`;
	}
	if (value < 20) return small[value] ?? "";
	const ones = value % 10;
	return `${tens[Math.floor(value / 10)]}${ones > 0 ? `-${small[ones]}` : ""}`;
}

export function ordinal(digits: string): string {
	const words = cardinal(digits);
	const [, head = "", last = ""] = /^(.*?)([a-z]+)$/.exec(words) ?? [];
	if (irregular[last]) return head + irregular[last];
	return head + (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
}

export function digitByDigit(digits: string): string {
	return [...digits].map((digit) => small[Number(digit)] ?? "").join(" ");
}

/** "1,234.50" → "one thousand two hundred thirty-four point five zero". */
export function decimal(number: string): string {
	const [whole = "", fraction] = number.replaceAll(",", "").split(".");
	const spoken = whole === "" ? "" : cardinal(whole);
	if (fraction === undefined || fraction === "") return spoken;
	return `${spoken === "" ? "" : `${spoken} `}point ${digitByDigit(fraction)}`;
}

/** 1984 → "nineteen eighty-four", 2007 → "two thousand seven", 1905 → "nineteen oh five". */
export function year(digits: string): string {
	const value = Number(digits);
	const century = Math.floor(value / 100);
	const rest = value % 100;
	if (digits.length !== 4 || value % 1000 < 10) return cardinal(digits);
	if (rest === 0) return `${cardinal(String(century))} hundred`;
	return `${cardinal(String(century))} ${rest < 10 ? `oh ${small[rest]}` : belowThousand(rest)}`;
}

/** "nineteen nineties", "nineties", "two thousands". */
export function decade(digits: string): string {
	const words = digits.length === 4 ? year(digits) : cardinal(digits);
	return words.endsWith("y") ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** "3/4" → "three quarters". */
export function fraction(above: string, below: string): string {
	const names: Record<string, string> = { "2": "half", "4": "quarter" };
	const single = names[below] ?? ordinal(below);
	const one = Number(above) === 1;
	const plural = single === "half" ? "halves" : `${single}s`;
	return `${cardinal(above)} ${one ? single : plural}`;
}

const romanValues: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The value of a valid Roman numeral, otherwise undefined. */
export function roman(numeral: string): number | undefined {
	if (!/^(?=[MDCLXVI])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/.test(numeral)) return undefined;
	const values = [...numeral].map((letter) => romanValues[letter] ?? 0);
	return values.reduce((sum, value, at) => ((values[at + 1] ?? 0) > value ? sum - value : sum + value), 0);
}
