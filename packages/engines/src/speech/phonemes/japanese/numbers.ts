// Reads numbers in katakana, with the sound changes between a number and its counter.

const ones = ["", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"];
const digitNames = ["ゼロ", ...ones.slice(1)];
const hundreds: Record<string, string> = { 1: "ヒャク", 3: "サンビャク", 6: "ロッピャク", 8: "ハッピャク" };
const thousands: Record<string, string> = { 1: "セン", 3: "サンゼン", 8: "ハッセン" };
const large = ["", "マン", "オク", "チョー"];

/** Reads an integer; more than sixteen digits are read digit by digit. */
export function cardinal(number: string): string {
	const plain = number.replace(/^0+(?=\d)/, "");
	if (plain.length > 16) return digitByDigit(plain);
	if (plain === "0") return "ゼロ";
	let words = "";
	for (let end = plain.length, rank = 0; end > 0; end -= 4, rank++) {
		const group = plain.slice(Math.max(0, end - 4), end).padStart(4, "0");
		if (Number(group) > 0) words = joinRank(belowTenThousand(group, rank), rank) + words;
	}
	return words;
}

export function digitByDigit(digits: string): string {
	return [...digits].map((digit) => digitNames[Number(digit)] ?? "").join("");
}

function belowTenThousand(group: string, rank: number): string {
	const [thousand = "0", hundred = "0", ten = "0", one = "0"] = group;
	const bareOne = rank > 0 && thousand === "1" ? "イッセン" : undefined;
	return (
		(thousand === "0" ? "" : (bareOne ?? thousands[thousand] ?? `${ones[Number(thousand)]}セン`)) +
		(hundred === "0" ? "" : (hundreds[hundred] ?? `${ones[Number(hundred)]}ヒャク`)) +
		(ten === "0" ? "" : `${ten === "1" ? "" : ones[Number(ten)]}ジュー`) +
		(ones[Number(one)] ?? "")
	);
}

function joinRank(words: string, rank: number): string {
	const name = large[rank] ?? "";
	return name === "チョー" ? shortened(words, ["イチ", "ハチ", "ジュー"]) + name : words + name;
}

/** イチ + サイ → イッサイ: the last mora of the number becomes a geminate (っ). */
function shortened(number: string, endings: readonly string[]): string {
	const ending = endings.find((candidate) => number.endsWith(candidate));
	if (!ending) return number;
	const stem = ending === "ジュー" ? "ジュ" : ending.slice(0, -1);
	return `${number.slice(0, -ending.length)}${stem}ッ`;
}

type Counter = {
	reading: string;
	/** Numbers whose last mora becomes a geminate before it. */
	stops?: readonly string[];
	/** Its reading after a geminate, and after ン. */
	afterStop?: string;
	afterN?: string;
	/** Irregular number readings before this counter, by last digit. */
	endings?: Record<string, string>;
	/** Numbers that have their own word. */
	whole?: Record<string, string>;
};

const beforeK = ["イチ", "ロク", "ハチ", "ジュー", "ヒャク"];
const beforeS = ["イチ", "ハチ", "ジュー"];

const counters: Record<string, Counter> = {
	本: { reading: "ホン", stops: beforeK, afterStop: "ポン", afterN: "ボン" },
	匹: { reading: "ヒキ", stops: beforeK, afterStop: "ピキ", afterN: "ビキ" },
	杯: { reading: "ハイ", stops: beforeK, afterStop: "パイ", afterN: "バイ" },
	分: { reading: "フン", stops: beforeK, afterStop: "プン", afterN: "プン" },
	分間: { reading: "フンカン", stops: beforeK, afterStop: "プンカン", afterN: "プンカン" },
	回: { reading: "カイ", stops: beforeK },
	階: { reading: "カイ", stops: beforeK, afterN: "ガイ" },
	個: { reading: "コ", stops: beforeK },
	件: { reading: "ケン", stops: beforeK },
	ヶ月: { reading: "カゲツ", stops: beforeK },
	か月: { reading: "カゲツ", stops: beforeK },
	カ月: { reading: "カゲツ", stops: beforeK },
	歳: { reading: "サイ", stops: beforeS },
	才: { reading: "サイ", stops: beforeS },
	冊: { reading: "サツ", stops: beforeS },
	週間: { reading: "シューカン", stops: beforeS },
	点: { reading: "テン", stops: beforeS },
	頭: { reading: "トー", stops: beforeS },
	章: { reading: "ショー", stops: beforeS },
	時: { reading: "ジ", endings: { 4: "ヨ", 7: "シチ", 9: "ク" } },
	時間: { reading: "ジカン", endings: { 4: "ヨ", 7: "シチ", 9: "ク" } },
	月: { reading: "ガツ", endings: { 4: "シ", 7: "シチ", 9: "ク" } },
	年: { reading: "ネン", endings: { 4: "ヨ" } },
	年間: { reading: "ネンカン", endings: { 4: "ヨ" } },
	円: { reading: "エン", endings: { 4: "ヨ" } },
	人: { reading: "ニン", endings: { 4: "ヨ" }, whole: { 1: "ヒトリ", 2: "フタリ" } },
	名: { reading: "メー" },
	つ: {
		reading: "ツ",
		whole: {
			1: "ヒトツ",
			2: "フタツ",
			3: "ミッツ",
			4: "ヨッツ",
			5: "イツツ",
			6: "ムッツ",
			7: "ナナツ",
			8: "ヤッツ",
			9: "ココノツ",
		},
	},
	日: {
		reading: "ニチ",
		whole: {
			1: "ツイタチ",
			2: "フツカ",
			3: "ミッカ",
			4: "ヨッカ",
			5: "イツカ",
			6: "ムイカ",
			7: "ナノカ",
			8: "ヨーカ",
			9: "ココノカ",
			10: "トーカ",
			14: "ジューヨッカ",
			20: "ハツカ",
			24: "ニジューヨッカ",
		},
	},
};

export function isCounter(surface: string): boolean {
	return Object.hasOwn(counters, surface);
}

/** Reads a number such as "2024" or "3.5" with the counter that follows it, if any. */
export function readNumber(number: string, counterSurface?: string): string {
	const [whole = "0", fraction] = number.split(".");
	const counter = counterSurface === undefined ? undefined : counters[counterSurface];
	if (fraction !== undefined) {
		const point = shortened(cardinal(whole), beforeS);
		return `${point}テン${digitByDigit(fraction)}${counter?.reading ?? ""}`;
	}
	const reading = cardinal(whole);
	if (!counter) return reading;
	const ownWord = counter.whole?.[whole.replace(/^0+(?=\d)/, "")];
	if (ownWord) return ownWord;
	const last = whole.at(-1) ?? "";
	const ending = counter.endings?.[last];
	if (ending) return reading.slice(0, -(ones[Number(last)] ?? "").length) + ending + counter.reading;
	const stopped = counter.stops ? shortened(reading, counter.stops) : reading;
	if (stopped.endsWith("ッ")) return stopped + (counter.afterStop ?? counter.reading);
	// Of the numbers ending in ン, only three and thousand voice the counter; four does so only before minutes.
	const voices =
		reading.endsWith("サン") ||
		reading.endsWith("セン") ||
		(reading.endsWith("ヨン") && counter.reading.startsWith("フン"));
	return reading + (voices ? (counter.afterN ?? counter.reading) : counter.reading);
}

const kanjiDigits: Record<string, number> = {
	〇: 0,
	零: 0,
	一: 1,
	二: 2,
	三: 3,
	四: 4,
	五: 5,
	六: 6,
	七: 7,
	八: 8,
	九: 9,
};
const kanjiUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const kanjiRanks: Record<string, number> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

/** 三百二十 → "320", 3万 → "30000"; also plain digits. Returns undefined if it is not a number. */
export function numeralValue(text: string): string | undefined {
	if (/^\d+(\.\d+)?$/.test(text)) return text;
	if (/^[〇零一二三四五六七八九]{2,}$/.test(text)) return [...text].map((digit) => kanjiDigits[digit]).join("");
	let total = 0;
	let group = 0;
	let current: number | undefined;
	for (const [part] of text.matchAll(/\d+|./gu)) {
		const digit = /^\d+$/.test(part) ? Number(part) : kanjiDigits[part];
		const unit = kanjiUnits[part];
		const rank = kanjiRanks[part];
		if (digit !== undefined) current = digit;
		else if (unit !== undefined) {
			group += (current ?? 1) * unit;
			current = undefined;
		} else if (rank !== undefined) {
			total += (group + (current ?? 0) || 1) * rank;
			group = 0;
			current = undefined;
		} else return undefined;
	}
	const value = total + group + (current ?? 0);
	return Number.isSafeInteger(value) ? String(value) : undefined;
}
