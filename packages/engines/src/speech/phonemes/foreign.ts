import { espeak } from "./espeak/espeak.ts";

const symbols: Record<string, string> = {
	aɪ: "I",
	aʊ: "W",
	eɪ: "A",
	oʊ: "O",
	ɔɪ: "Y",
	tʃ: "ʧ",
	dʒ: "ʤ",
	ɚ: "əɹ",
	r: "ɹ",
};

/** Pronounces a Latin-script word inside Chinese or Japanese as English; two to five capitals are spelled out. */
export async function foreignWord(word: string): Promise<string> {
	const phonemizer = await espeak();
	const spoken = /^[A-Z]{2,5}$/.test(word) ? [...word] : [word];
	const phonemes = spoken.flatMap((part) => phonemizer.phonemes(part, "en-us").flat()).join("");
	return Object.entries(symbols).reduce((all, [from, to]) => all.replaceAll(from, to), phonemes);
}
