import type { SpokenSpan } from "../../text/spans.ts";
import type { PhonemeOverride } from "../speech.ts";
import { readPronunciation, type Unsayable } from "./ipa.ts";
import { englishUnits, type Variety } from "./ipa-english.ts";
import type { Unhonoured } from "./overrides.ts";

// espeak-ng speaks what stands in double brackets by its own ASCII names of sounds. The names are those of a language; these are English.

const names: Record<string, string> = {
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
const plain = new Set("bdfhjklmnpstvwz");

function spelled(override: PhonemeOverride, variety: Variety): string | Unsayable {
	const words = readPronunciation(override);
	if ("reason" in words) return words;
	const said: string[] = [];
	for (const word of words) {
		const units = englishUnits(word, variety);
		if ("unknown" in units) return { reason: `this voice has no sound for "${units.unknown}"` };
		let line = "";
		for (const unit of units) {
			const stress = unit.startsWith("ˈ") ? "'" : unit.startsWith("ˌ") ? "," : "";
			const bare = unit.replace(/^[ˈˌ]/, "");
			const name = names[bare] ?? (plain.has(bare) ? bare : undefined);
			if (!name) return { reason: `this voice has no sound for "${bare}"` };
			line += stress + name;
		}
		said.push(line);
	}
	return said.join(" ");
}

export type EspeakInput = { text: string; spans: SpokenSpan[]; unhonoured: Unhonoured };

/** The text with its pronunciations in brackets, and where everything stood before. Brackets that are the writer's own are no command. */
export function espeakInput(text: string, overrides: readonly PhonemeOverride[], voice: string): EspeakInput {
	const input: EspeakInput = { text: "", spans: [], unhonoured: [] };
	let from = 0;
	const add = (end: number, said: string) => {
		if (end === from && said === "") return;
		const spokenStart = input.text.length;
		input.text += said;
		input.spans.push({ writtenStart: from, writtenEnd: end, spokenStart, spokenEnd: input.text.length });
		from = end;
	};
	const literal = (end: number) => add(end, text.slice(from, end).replaceAll("[[", "(("));
	for (const override of [...overrides].sort((a, b) => a.start - b.start)) {
		const { start, end } = override;
		const refuse = (reason: string) => input.unhonoured.push({ start, end, reason });
		if (start < from) refuse("another pronunciation is given for the same place");
		else if (end <= start || end > text.length) refuse("it is for no part of the text");
		else if (!voice.startsWith("en")) refuse("espeak-ng takes pronunciations for its English voices only");
		else {
			const said = spelled(override, voice === "en-us" ? "en-US" : "en-GB");
			if (typeof said !== "string") refuse(said.reason);
			else {
				literal(start);
				add(end, `[[${said}]]`);
			}
		}
	}
	literal(text.length);
	return input;
}
