/** A stretch of a word's sound: one phoneme with its stress and length, in samples. */
export type Sound = { symbol: string; from: number; to: number };

/** Written before the sound they belong to. */
const prefixes = /^[ˈˌ'ˑ]+$/u;
/** Written after it: length, diacritics, tones, the blanks that some models put between symbols. */
const suffixes = /^(?:[ːˑʰʲʷˠˤ˞↓↑→↗↘0-9_^$ -]|\p{M})*$/u;
/** Two symbols that are one sound to the ear and one group of letters on paper. */
const pairs = new Set(["tʃ", "dʒ", "aɪ", "aʊ", "eɪ", "oʊ", "əʊ", "ɔɪ"]);

/** Puts a word's tokens together as sounds: whatever a model's alphabet splits off stays with the sound it colours. */
export function soundsOf(tokens: readonly { token: string; from: number; to: number }[]): Sound[] {
	const sounds: Sound[] = [];
	let waiting: number | undefined;
	for (const { token, from, to } of tokens) {
		const last = sounds.at(-1);
		if (prefixes.test(token)) {
			waiting ??= from;
			continue;
		}
		if (suffixes.test(token)) {
			if (last && waiting === undefined) last.to = to;
			else waiting ??= from;
			continue;
		}
		const symbol = bare(token);
		if (last && waiting === undefined && pairs.has(last.symbol + symbol)) {
			last.symbol += symbol;
			last.to = to;
		} else {
			sounds.push({ symbol, from: waiting ?? from, to });
		}
		waiting = undefined;
	}
	const last = sounds.at(-1);
	const end = tokens.at(-1)?.to;
	if (last && end !== undefined) last.to = end;
	return sounds;
}

function bare(token: string): string {
	const plain = token.normalize("NFD").replace(/[ˈˌːˑʰʲ↓↑→↗↘_]|\p{M}/gu, "");
	return plain === "" ? token : plain;
}
