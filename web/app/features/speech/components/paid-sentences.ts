export type Sentence = { start: number; end: number; new: boolean };

/**
 * Sentences of a text that has been changed since: what stands before and after the change is still where it was, or moved
 * as a whole. What was touched is left out until the server has looked again.
 */
export function movedSentences(before: string, now: string, sentences: readonly Sentence[]): Sentence[] {
	if (before === now) return [...sentences];
	const shorter = Math.min(before.length, now.length);
	let same = 0;
	while (same < shorter && before[same] === now[same]) same++;
	let tail = 0;
	while (tail < shorter - same && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
	const shift = now.length - before.length;
	return sentences.flatMap((sentence) => {
		if (sentence.end <= same) return [sentence];
		if (sentence.start >= before.length - tail) {
			return [{ ...sentence, start: sentence.start + shift, end: sentence.end + shift }];
		}
		return [];
	});
}

/** The text cut where paid sentences begin and end; neighbours that are paid are one piece. */
export function paidPieces(
	text: string,
	sentences: readonly Sentence[],
): { text: string; paid: boolean; at: number }[] {
	const pieces: { text: string; paid: boolean; at: number }[] = [];
	let at = 0;
	const push = (end: number, paid: boolean) => {
		if (end <= at) return;
		pieces.push({ text: text.slice(at, end), paid, at });
		at = end;
	};
	for (const sentence of sentences) {
		if (sentence.new || sentence.end > text.length) continue;
		push(sentence.start, false);
		push(sentence.end, true);
	}
	push(text.length, false);
	return pieces;
}
