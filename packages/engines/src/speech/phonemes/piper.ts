import type { PhonemeOverride } from "../speech.ts";
import { espeak } from "./espeak.ts";
import { wordPhonemes } from "./espeak-words.ts";
import { englishUnits } from "./ipa-english.ts";
import { type Line, readLine } from "./overrides.ts";
import { type Token, written } from "./token.ts";

const marks: Record<string, string> = { "“": "", "”": "", "(": ",", ")": ",", "…": ".", "—": "," };

/** What the models of this family were trained on: American espeak-ng phonemes, one symbol each, with plain marks. */
export async function piperLine(text: string, overrides: readonly PhonemeOverride[] = []): Promise<Line> {
	const speller = await espeak();
	const line = await readLine(text, overrides, {
		english: true,
		words: (run) => wordPhonemes(run, "en-us", (words) => speller.phonemes(words, "en-us")),
		phones: (word) => {
			const units = englishUnits(word, "en-US");
			return "unknown" in units ? { reason: `this voice has no sound for "${units.unknown}"` } : units;
		},
		mark: (mark) => marks[mark] ?? mark,
	});
	const tokens = line.tokens.flatMap((token) =>
		[...token.symbol.normalize("NFD")].map((symbol): Token => ({ ...token, symbol })),
	);
	return { ...line, tokens };
}

export async function piperPhonemes(text: string): Promise<string> {
	return written((await piperLine(text)).tokens);
}
