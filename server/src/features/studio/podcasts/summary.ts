// Chooses the sentences of a text that say most about it, in the order in which they stand there.
// Invariant: nothing is written that the text doesn't say.

export type SummarySentence = { text: string; paragraph: number };

/** Sentences that say nearly the same are chosen once. */
const maxOverlap = 0.6;
const firstOfParagraph = 1.25;
const highlighted = 1.5;
const usualWords = { min: 5, max: 45 };
/** A word in more of the sentences than this says nothing about one of them. */
const commonShare = 0.25;
/** These refer to the sentence before. English only. */
const dependent =
	/^(?:this|these|those|that|it|its|he|she|they|his|her|their|such|however|but|and|so|then|therefore|instead|also)\b/i;

export function splitSentences(paragraphs: readonly string[], language: string): SummarySentence[] {
	const segmenter = new Intl.Segmenter(language || "en", { granularity: "sentence" });
	return paragraphs.flatMap((text, paragraph) =>
		[...segmenter.segment(text)]
			.map(({ segment }) => segment.replaceAll(/\s+/g, " ").trim())
			.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
			.map((sentence) => ({ text: sentence, paragraph })),
	);
}

/** At most `maxCharacters` of the sentences. */
export function chooseSentences(
	sentences: readonly SummarySentence[],
	{ maxCharacters, highlights }: { maxCharacters: number; highlights: readonly string[] },
): SummarySentence[] {
	const words = sentences.map(({ text }) => wordsOf(text));
	const scores = scoresOf(sentences, words, highlights);
	const chosen = new Set<number>();
	let characters = 0;
	const byScore = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
	for (const at of byScore) {
		if (chosen.has(at) || repeats(words, chosen, at)) continue;
		const run = withContext(sentences, chosen, at);
		const length = run.reduce((sum, one) => sum + (sentences[one]?.text.length ?? 0), 0);
		if (characters + length > maxCharacters) continue;
		for (const one of run) chosen.add(one);
		characters += length;
	}
	return sentences.filter((_, at) => chosen.has(at));
}

const wordsOf = (text: string): Set<string> =>
	new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]{3,}/gu) ?? []);

function scoresOf(
	sentences: readonly SummarySentence[],
	words: readonly Set<string>[],
	highlights: readonly string[],
): number[] {
	const counts = new Map<string, number>();
	for (const set of words) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
	const wanted = highlights.map((one) => one.toLowerCase());
	const scores = sentences.map(({ text, paragraph }, at) => {
		const own = words[at] ?? new Set<string>();
		let weight = 0;
		for (const word of own) {
			const count = counts.get(word) ?? 0;
			if (count > 1 && count / sentences.length <= commonShare) weight += Math.log(1 + count);
		}
		let score = weight / Math.sqrt(Math.max(1, own.size));
		if (sentences[at - 1]?.paragraph !== paragraph) score *= firstOfParagraph;
		const length = text.split(" ").length;
		if (length < usualWords.min || length > usualWords.max) score *= 0.5;
		if (wanted.some((one) => text.toLowerCase().includes(one))) score *= highlighted;
		return score;
	});
	// The best sentence about each highlight comes before all others.
	for (const one of wanted) {
		const matching = [...scores.keys()].filter((at) => sentences[at]?.text.toLowerCase().includes(one));
		const best = matching.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))[0];
		if (best !== undefined) scores[best] = Number.MAX_VALUE;
	}
	return scores;
}

function repeats(words: readonly Set<string>[], chosen: ReadonlySet<number>, at: number): boolean {
	const own = [...(words[at] ?? [])];
	for (const one of chosen) {
		const other = words[one] ?? new Set<string>();
		const shared = own.filter((word) => other.has(word)).length;
		if (shared / Math.max(1, own.length + other.size - shared) > maxOverlap) return true;
	}
	return false;
}

/** A sentence with the ones before it that it refers to. */
function withContext(sentences: readonly SummarySentence[], chosen: ReadonlySet<number>, at: number): number[] {
	const run = [at];
	for (let first = at; dependent.test(sentences[first]?.text ?? ""); first--) {
		const before = first - 1;
		if (sentences[before]?.paragraph !== sentences[at]?.paragraph || chosen.has(before)) break;
		run.unshift(before);
	}
	return run;
}
