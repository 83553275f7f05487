/** One phoneme of a word with its start and end in samples. */
export type TimedPhoneme = { symbol: string; from: number; to: number };

/** Symbols written before their phoneme. */
const prefixes = /^[ˈˌ'ˑ]+$/u;
/** Symbols written after their phoneme: length, diacritics, tones, and the pads of some models. */
const suffixes = /^(?:[ːˑʰʲʷˠˤ˞↓↑→↗↘0-9_^$ -]|\p{M})*$/u;
/** Diphthongs and affricates: two symbols, one phoneme. */
const pairs = new Set(["tʃ", "dʒ", "aɪ", "aʊ", "eɪ", "oʊ", "əʊ", "ɔɪ"]);

/** Groups a word's tokens into phonemes: modifiers that a model's alphabet splits off stay with their phoneme. */
export function phonemesOf(tokens: readonly { token: string; from: number; to: number }[]): TimedPhoneme[] {
	const phonemes: TimedPhoneme[] = [];
	let pendingFrom: number | undefined;
	for (const { token, from, to } of tokens) {
		const last = phonemes.at(-1);
		if (prefixes.test(token)) {
			pendingFrom ??= from;
			continue;
		}
		if (suffixes.test(token)) {
			if (last && pendingFrom === undefined) last.to = to;
			else pendingFrom ??= from;
			continue;
		}
		const symbol = bare(token);
		if (last && pendingFrom === undefined && pairs.has(last.symbol + symbol)) {
			last.symbol += symbol;
			last.to = to;
		} else {
			phonemes.push({ symbol, from: pendingFrom ?? from, to });
		}
		pendingFrom = undefined;
	}
	const last = phonemes.at(-1);
	const end = tokens.at(-1)?.to;
	if (last && end !== undefined) last.to = end;
	return phonemes;
}

function bare(token: string): string {
	const plain = token.normalize("NFD").replace(/[ˈˌːˑʰʲ↓↑→↗↘_]|\p{M}/gu, "");
	return plain === "" ? token : plain;
}
