// Writes Arabic numerals out in Chinese characters as Mandarin reads them, so that chinese.ts can pronounce everything.

const digits = [..."零一二三四五六七八九"];
const small = ["", "十", "百", "千"];
const large = ["", "万", "亿", "万亿"];

/** Reads digit by digit, as in years, phone numbers and decimals. */
export function digitByDigit(number: string): string {
	return [...number].map((digit) => digits[Number(digit)] ?? "").join("");
}

/** Reads an integer; more than sixteen digits are read digit by digit. */
export function cardinal(number: string): string {
	const plain = number.replace(/^0+(?=\d)/, "");
	if (plain.length > 16) return digitByDigit(plain);
	if (plain === "0") return "零";
	const groups: string[] = [];
	for (let end = plain.length; end > 0; end -= 4) groups.unshift(plain.slice(Math.max(0, end - 4), end));
	let words = "";
	groups.forEach((group, at) => {
		if (Number(group) === 0) return;
		// A run of zeros is read as one 零, also across groups of four.
		const gap = words !== "" && Number(group) < 1000;
		words += (gap ? "零" : "") + belowTenThousand(group, words === "") + (large[groups.length - 1 - at] ?? "");
	});
	return words;
}

function belowTenThousand(group: string, leads: boolean): string {
	let words = "";
	let zero = false;
	const value = group.replace(/^0+/, "");
	[...value].forEach((digit, at) => {
		const unit = value.length - 1 - at;
		if (digit === "0") {
			zero = true;
			return;
		}
		if (zero) words += "零";
		zero = false;
		// Two is 两 before hundreds and thousands; a leading ten drops its one.
		const name = digit === "2" && unit >= 2 ? "两" : digits[Number(digit)];
		words += (leads && words === "" && digit === "1" && unit === 1 ? "" : name) + (small[unit] ?? "");
	});
	return words;
}

function decimal(number: string): string {
	const [whole = "0", fraction] = number.replaceAll(",", "").split(".");
	return cardinal(whole) + (fraction ? `点${digitByDigit(fraction)}` : "");
}

const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const currencies: Record<string, string> = { "¥": "元", "￥": "元", $: "美元", "€": "欧元", "£": "英镑" };
const measures = "个位只条张本块元岁次点天年月分米两斤层件种家名台辆杯瓶万亿";

export function writeOutNumbers(text: string): string {
	return text
		.replace(/[０-９％]/g, (wide) => wide.normalize("NFKC"))
		.replace(new RegExp(`([¥￥$€£])\\s?(${number})`, "g"), (_, sign, amount) => decimal(amount) + currencies[sign])
		.replace(/(\d{1,2})[:：]([0-5]\d)(?!\d)/g, (_, hour, minute) => {
			const minutes = minute === "00" ? "" : `${minute.startsWith("0") ? "零" : ""}${cardinal(minute)}分`;
			return `${hour === "2" ? "两" : cardinal(hour)}点${minutes}`;
		})
		.replace(/(\d{4})[-/](\d{1,2})[-/](\d{1,2})/g, (_, year, month, day) => {
			return `${digitByDigit(year)}年${cardinal(month)}月${cardinal(day)}日`;
		})
		.replace(/(\d{4})(?=年)/g, (year) => digitByDigit(year))
		.replace(new RegExp(`(${number})\\s?%`, "g"), (_, amount) => `百分之${decimal(amount)}`)
		.replace(/(^|[^\d.])-(?=\d)/g, "$1负")
		.replace(/(?<![\d.])1\d{10}(?!\d)|(?<![\d.])0\d+(?![\d.])/g, (series) => spokenSeries(series))
		.replace(new RegExp(`(?<![\\d.])2(?=[${measures}])(?!月|日|号|点\\d)`, "g"), "两")
		.replace(new RegExp(number, "g"), decimal);
}

/** In phone numbers one is read yāo, which can't be confused with seven. */
function spokenSeries(series: string): string {
	return digitByDigit(series).replaceAll("一", "幺");
}
