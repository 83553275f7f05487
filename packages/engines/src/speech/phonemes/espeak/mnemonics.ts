import type { SpokenSpan } from "../../../text/spans.ts";
import type { PhonemeOverride } from "../../speech.ts";
import { parsePronunciation, type Unpronounceable } from "../ipa.ts";
import { englishUnits, type Variety } from "../ipa-english.ts";
import type { UnsupportedOverrides } from "../overrides.ts";

// espeak-ng reads text in double brackets as ASCII phoneme mnemonics. Mnemonics differ by language; these are English.

const mnemonics: Record<string, string> = {
	iː: "i:",
	i: "i",
	ɪ: "I",
	ɛ: "E",
	æ: "a",
	a: "a",
	ʌ: "V",
	ɑː: "A:",
	ɒ: "0",
	ɔː: "O:",
	ʊ: "U",
	uː: "u:",
	ɜː: "3:",
	ɚ: "3",
	ə: "@",
	eɪ: "eI",
	oʊ: "oU",
	əʊ: "oU",
	aɪ: "aI",
	aʊ: "aU",
	ɔɪ: "OI",
	ᵻ: "I2",
	ɡ: "g",
	ɹ: "r",
	ɾ: "t",
	tʃ: "tS",
	dʒ: "dZ",
	ʃ: "S",
	ʒ: "Z",
	θ: "T",
	ð: "D",
	ŋ: "N",
};
const sameAsIpa = new Set("bdfhjklmnpstvwz");

function toMnemonics(override: PhonemeOverride, variety: Variety): string | Unpronounceable {
	const words = parsePronunciation(override);
	if ("reason" in words) return words;
	const lines: string[] = [];
	for (const word of words) {
		const units = englishUnits(word, variety);
		if ("unknown" in units) return { reason: `this voice can't pronounce "${units.unknown}"` };
		let line = "";
		for (const unit of units) {
			const stress = unit.startsWith("ˈ") ? "'" : unit.startsWith("ˌ") ? "," : "";
			const bare = unit.replace(/^[ˈˌ]/, "");
			const name = mnemonics[bare] ?? (sameAsIpa.has(bare) ? bare : undefined);
			if (!name) return { reason: `this voice can't pronounce "${bare}"` };
			line += stress + name;
		}
		lines.push(line);
	}
	return lines.join(" ");
}

export type EspeakInput = { text: string; spans: SpokenSpan[]; unsupported: UnsupportedOverrides };

/**
 * Returns the text with pronunciations in brackets, and its mapping to the original. Brackets in the original text are
 * escaped.
 */
export function espeakInput(text: string, overrides: readonly PhonemeOverride[], voice: string): EspeakInput {
	const input: EspeakInput = { text: "", spans: [], unsupported: [] };
	let from = 0;
	const add = (end: number, spoken: string) => {
		if (end === from && spoken === "") return;
		const spokenStart = input.text.length;
		input.text += spoken;
		input.spans.push({ writtenStart: from, writtenEnd: end, spokenStart, spokenEnd: input.text.length });
		from = end;
	};
	const literal = (end: number) => add(end, text.slice(from, end).replaceAll("[[", "(("));
	for (const override of [...overrides].sort((a, b) => a.start - b.start)) {
		const { start, end } = override;
		const reject = (reason: string) => input.unsupported.push({ start, end, reason });
		if (start < from) reject("it overlaps another pronunciation");
		else if (end <= start || end > text.length) reject("it is outside the text");
		else if (!voice.startsWith("en")) reject("espeak-ng supports pronunciations only for English voices");
		else {
			const phonemes = toMnemonics(override, voice === "en-us" ? "en-US" : "en-GB");
			if (typeof phonemes !== "string") reject(phonemes.reason);
			else {
				literal(start);
				add(end, `[[${phonemes}]]`);
			}
		}
	}
	literal(text.length);
	return input;
}
