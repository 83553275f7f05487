import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import kuromoji, { type IpadicFeatures, type Tokenizer } from "@sglkc/kuromoji";
import { alignSpans, writtenRange } from "../../../text/spans.ts";
import { foreignWord } from "../foreign.ts";
import { type Run, sourceOf } from "../marks.ts";
import { type Reader, readLine } from "../overrides.ts";
import { symbolsOf, type Token, tokensOf } from "../token.ts";
import { kanaToSymbols, toKatakana } from "./kana.ts";
import { isCounter, numeralValue, readNumber } from "./numbers.ts";

// Japanese front end for Kokoro: text → words with readings (kuromoji) → kana as pronounced → IPA.

let shared: Promise<Tokenizer<IpadicFeatures>> | undefined;

/** Loaded on first use, once per thread: the dictionary takes about a second and 100 MB. */
function tokenizer(): Promise<Tokenizer<IpadicFeatures>> {
	shared ??= new Promise((resolve, reject) => {
		const main = fileURLToPath(import.meta.resolve("@sglkc/kuromoji"));
		const dicPath = join(dirname(main), "..", "dict");
		kuromoji.builder({ dicPath }).build((error, built) => (error ? reject(error) : resolve(built)));
	});
	return shared;
}

const currencies: Record<string, string> = { "¥": "円", $: "ドル", "€": "ユーロ", "£": "ポンド" };

function writeOut(text: string): string {
	return text
		.replace(/[ｦ-ﾟ]+/g, (narrow) => narrow.normalize("NFKC"))
		.replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
		.replace(/([¥$€£])\s?(\d+(?:\.\d+)?)/g, (_, sign, amount) => `${amount}${currencies[sign]}`)
		.replace(/(\d{1,2}):([0-5]\d)(?!\d)/g, (_, hour, minute) =>
			minute === "00" ? `${hour}時` : `${hour}時${Number(minute)}分`,
		)
		.replace(/(\d{4})[-/](\d{1,2})[-/](\d{1,2})/g, "$1年$2月$3日")
		.replaceAll("%", "パーセント");
}

type Word = { kana: string; start: number; end: number } | { latin: string; start: number; end: number };

/** Returns the words as pronounced; a number includes the counter that follows it. */
function words(tokens: readonly IpadicFeatures[]): Word[] {
	const spoken: Word[] = [];
	const starts = [0];
	for (const { surface_form } of tokens) starts.push((starts.at(-1) ?? 0) + surface_form.length);
	const range = (at: number, length: number) => ({ start: starts[at] ?? 0, end: starts[at + length] ?? 0 });
	for (let at = 0; at < tokens.length; at++) {
		const token = tokens[at] as IpadicFeatures;
		const number = numeralAt(tokens, at);
		if (number) {
			const counter = counterAt(tokens, at + number.length);
			const length = number.length + (counter?.length ?? 0);
			spoken.push({ kana: readNumber(number.value, counter?.surface), ...range(at, length) });
			at += length - 1;
			continue;
		}
		const kana = reading(token);
		if (kana) spoken.push({ kana, ...range(at, 1) });
		else if (/[a-z]/i.test(token.surface_form)) spoken.push({ latin: token.surface_form, ...range(at, 1) });
	}
	return spoken;
}

function numeralAt(tokens: readonly IpadicFeatures[], start: number) {
	let text = "";
	let length = 0;
	for (; start + length < tokens.length; length++) {
		const { surface_form: surface, pos_detail_1: detail } = tokens[start + length] as IpadicFeatures;
		const digits = detail === "数" || /^\d+(\.\d+)?$/.test(surface);
		const next = tokens[start + length + 1];
		const point = surface === "." && /\d$/.test(text) && /^\d/.test(next?.surface_form ?? "");
		if (!digits && !point) break;
		text += surface;
	}
	const value = numeralValue(text);
	return value === undefined || length === 0 ? undefined : { value, length };
}

function counterAt(tokens: readonly IpadicFeatures[], start: number) {
	const surface = tokens[start]?.surface_form ?? "";
	const longer = surface + (tokens[start + 1]?.surface_form ?? "");
	if (longer !== surface && isCounter(longer)) return { surface: longer, length: 2 };
	return isCounter(surface) ? { surface, length: 1 } : undefined;
}

function reading(token: IpadicFeatures): string {
	if (token.pronunciation && token.pronunciation !== "*") return token.pronunciation;
	const kana = toKatakana(token.surface_form);
	return /^[ァ-ヺー]+$/.test(kana) ? kana : "";
}

async function readRun(run: Run): Promise<Token[]> {
	const text = writeOut(run.text);
	const both = { written: run.text, spoken: text, spans: alignSpans(run.text, text) };
	const tokens: Token[] = [];
	for (const word of words((await tokenizer()).tokenize(text))) {
		const symbols = "kana" in word ? kanaToSymbols(word.kana) : await foreignWord(word.latin);
		const source = writtenRange(both, word.start, word.end);
		// No space after a geminate: it joins the next consonant, also across a verb and its ending.
		if (symbols && tokens.length > 0 && tokens.at(-1)?.symbol !== "ʔ") tokens.push({ symbol: " " });
		tokens.push(...tokensOf(symbols, sourceOf(run, source.start, source.end)));
	}
	return tokens;
}

/** Reads Japanese text as Kokoro symbols. */
export const japaneseReader: Omit<Reader, "phones"> = {
	english: false,
	tidy: (text) => text.replace(/[０-９Ａ-Ｚａ-ｚ％￥＄：．]/g, (wide) => wide.normalize("NFKC")),
	words: readRun,
};

export async function toPhonemes(text: string): Promise<string> {
	return symbolsOf((await readLine(text, [], { ...japaneseReader, phones: () => [] })).tokens);
}
