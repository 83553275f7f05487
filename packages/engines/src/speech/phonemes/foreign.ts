import { espeak } from "./espeak.ts";

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

/** A Latin word inside Chinese or Japanese keeps its English sound; a few capitals alone are spelled. */
export async function foreignWord(word: string): Promise<string> {
	const speller = await espeak();
	const spoken = /^[A-Z]{2,5}$/.test(word) ? [...word] : [word];
	const phonemes = spoken.flatMap((part) => speller.phonemes(part, "en-us").flat()).join("");
	return Object.entries(symbols).reduce((all, [from, to]) => all.replaceAll(from, to), phonemes);
}
