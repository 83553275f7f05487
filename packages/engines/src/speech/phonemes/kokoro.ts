import { isEnglish } from "../../text/language.ts";
import type { PhonemeOverride } from "../speech.ts";
import { espeak } from "./espeak/espeak.ts";
import { wordPhonemes } from "./espeak/words.ts";
import type { Phone, Unpronounceable } from "./ipa.ts";
import { englishUnits, type Variety } from "./ipa-english.ts";
import { kokoroVocabulary } from "./kokoro-vocabulary.ts";
import { type Line, type Reader, readLine } from "./overrides.ts";
import { symbolsOf, type Token } from "./token.ts";

/** Kokoro writes diphthongs and affricates as single symbols. */
const shared: Record<string, string> = {
	aɪ: "I",
	aʊ: "W",
	eɪ: "A",
	oʊ: "O",
	əʊ: "Q",
	ɔɪ: "Y",
	tʃ: "ʧ",
	dʒ: "ʤ",
	ts: "ʦ",
	dz: "ʣ",
};

const english: Record<string, string> = {
	...shared,
	aɪɚ: "Iəɹ",
	aɪə: "Iə",
	aʊə: "Wə",
	ɐ: "ə",
	əl: "ᵊl",
	n̩: "ᵊn",
	l̩: "ᵊl",
	r: "ɹ",
	x: "k",
	ɬ: "l",
	ç: "h",
	ʔ: "t",
	o: "ɔ",
	e: "A",
};

const american: Record<string, string> = {
	...english,
	ɚ: "əɹ",
	ɜː: "ɜɹ",
	oː: "ɔ",
	ɾ: "T",
	a: "æ",
	iə: "iə",
	ɒ: "ɑ",
};

const british: Record<string, string> = {
	...english,
	oː: "ɔː",
	eə: "ɛː",
	iə: "ɪə",
	æ: "a",
	ɾ: "t",
	ᵻ: "ɪ",
	ɚ: "ə",
	i: "i",
};

type FrontEnd = { voice: string; map: Record<string, string>; lengths: boolean };

const frontEnds: Record<string, FrontEnd> = {
	"en-US": { voice: "en-us", map: american, lengths: false },
	"en-GB": { voice: "en-gb", map: british, lengths: true },
	es: { voice: "es", map: shared, lengths: true },
	fr: { voice: "fr-fr", map: shared, lengths: true },
	hi: { voice: "hi", map: shared, lengths: true },
	it: { voice: "it", map: shared, lengths: true },
	"pt-BR": { voice: "pt-br", map: shared, lengths: true },
};

/** Maps an espeak-ng phoneme to Kokoro's symbols, keeping the stress in front. */
function unit(phoneme: string, { map, lengths }: FrontEnd): string {
	const stress = /^[ˈˌ]*/.exec(phoneme)?.[0] ?? "";
	const bare = phoneme.slice(stress.length);
	const mapped = map[bare] ?? [...bare].map((character) => map[character] ?? character).join("");
	return stress + (lengths ? mapped : mapped.replaceAll("ː", ""));
}

/**
 * Decomposes symbols as the vocabulary expects, except ç, which it has only precomposed. Unknown symbols are dropped.
 */
function known(symbols: string): string[] {
	const letters = symbols.normalize("NFD").replaceAll("c\u0327", "ç");
	return [...letters].filter((symbol) => kokoroVocabulary.has(symbol));
}

/** Creates a reader for the languages that espeak-ng pronounces well. */
async function createEspeakReader(language: string, frontEnd: FrontEnd): Promise<Reader> {
	const phonemizer = await espeak();
	return {
		english: isEnglish(language),
		words: (run) =>
			wordPhonemes(run, frontEnd.voice, (text) => phonemizer.phonemes(text, frontEnd.voice)).flatMap((phoneme) =>
				known(unit(phoneme.symbol, frontEnd)).map((symbol): Token => ({ ...phoneme, symbol })),
			),
		phones: (word) => (isEnglish(language) ? englishPhones(word, language as Variety, frontEnd) : otherPhones(word)),
	};
}

function englishPhones(word: readonly Phone[], variety: Variety, frontEnd: FrontEnd): string[] | Unpronounceable {
	const units = englishUnits(word, variety);
	if ("unknown" in units) return { reason: `this voice can't pronounce "${units.unknown}"` };
	return known(units.map((phoneme) => unit(phoneme, frontEnd)).join(""));
}

/** Nearest vocabulary symbol for phones outside the vocabulary. */
const nearest: Record<string, string> = {
	ʏ: "y",
	ɶ: "œ",
	ɘ: "ə",
	ɵ: "ø",
	ɞ: "ɜ",
	ɝ: "ɚ",
	ʉ: "u",
	ɿ: "ɨ",
	ʅ: "ɨ",
	ɓ: "b",
	ʙ: "b",
	ɗ: "d",
	ɠ: "ɡ",
	ɢ: "ɡ",
	ʛ: "ɡ",
	ɦ: "h",
	ħ: "h",
	ʜ: "h",
	ɧ: "ʃ",
	ʄ: "ɟ",
	ɫ: "l",
	ɬ: "l",
	ɭ: "l",
	ɮ: "l",
	ʟ: "l",
	ɺ: "ɾ",
	ɱ: "m",
	ʀ: "ʁ",
	ⱱ: "v",
	ʍ: "w",
	ʐ: "ʒ",
	ʑ: "ʒ",
	ʕ: "ʔ",
	ʡ: "ʔ",
	ʢ: "ʔ",
};
const affricates: Record<string, string> = { tʃ: "ʧ", dʒ: "ʤ", ts: "ʦ", dz: "ʣ", tɕ: "ʨ", dʑ: "ʥ", tʂ: "ꭧ" };

/** Voices of other languages cover most of the IPA, so a phone maps to itself. */
function otherPhones(word: readonly Phone[]): string[] | Unpronounceable {
	const symbols: string[] = [];
	for (let at = 0; at < word.length; at++) {
		const { letter, marks, stress } = word[at] as Phone;
		const pair = marks === "" ? affricates[letter + (word[at + 1]?.letter ?? "")] : undefined;
		if (pair) at++;
		const symbol = pair ?? nearest[letter] ?? letter;
		if (!kokoroVocabulary.has(symbol)) return { reason: `this voice can't pronounce "${letter}"` };
		const diacritics = pair ? (word[at]?.marks ?? "") : marks;
		symbols.push(...stress, symbol, ...[...diacritics].filter((mark) => kokoroVocabulary.has(mark)));
	}
	return symbols;
}

/** Mandarin and Japanese have their own readers, loaded on first use. */
async function readerFor(language: string): Promise<Reader> {
	if (language === "zh") return { ...(await import("./chinese/chinese.ts")).chineseReader, phones: otherPhones };
	if (language === "ja") return { ...(await import("./japanese/japanese.ts")).japaneseReader, phones: otherPhones };
	const frontEnd = frontEnds[language];
	if (!frontEnd) throw new Error(`Kokoro has no front end for ${language}`);
	return createEspeakReader(language, frontEnd);
}

/** Converts text to tokens in Kokoro's vocabulary. */
export async function kokoroLine(
	text: string,
	language: string,
	overrides: readonly PhonemeOverride[] = [],
): Promise<Line> {
	const line = await readLine(text, overrides, await readerFor(language));
	const tokens = line.tokens.flatMap((token) => known(token.symbol).map((symbol): Token => ({ ...token, symbol })));
	return { ...line, tokens };
}

export async function kokoroPhonemes(text: string, language: string): Promise<string> {
	return symbolsOf((await kokoroLine(text, language)).tokens);
}
