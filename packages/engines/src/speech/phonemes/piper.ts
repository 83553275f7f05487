import type { PhonemeOverride } from "../speech.ts";
import { espeak } from "./espeak/espeak.ts";
import { wordPhonemes } from "./espeak/words.ts";
import { englishUnits } from "./ipa-english.ts";
import { type Line, readLine } from "./overrides.ts";
import { symbolsOf, type Token } from "./token.ts";

const marks: Record<string, string> = { "“": "", "”": "", "(": ",", ")": ",", "…": ".", "—": "," };

/**
 * Converts text to the input Piper models were trained on: American espeak-ng phonemes, one symbol each, with simple
 * punctuation.
 */
export async function piperLine(text: string, overrides: readonly PhonemeOverride[] = []): Promise<Line> {
	const phonemizer = await espeak();
	const line = await readLine(text, overrides, {
		english: true,
		words: (run) => wordPhonemes(run, "en-us", (words) => phonemizer.phonemes(words, "en-us")),
		phones: (word) => {
			const units = englishUnits(word, "en-US");
			return "unknown" in units ? { reason: `this voice can't pronounce "${units.unknown}"` } : units;
		},
		mark: (mark) => marks[mark] ?? mark,
	});
	const tokens = line.tokens.flatMap((token) =>
		[...token.symbol.normalize("NFD")].map((symbol): Token => ({ ...token, symbol })),
	);
	return { ...line, tokens };
}

export async function piperPhonemes(text: string): Promise<string> {
	return symbolsOf((await piperLine(text)).tokens);
}
