export type Sentence = { start: number; end: number; new: boolean };

/**
 * Adjusts sentence offsets after an edit: sentences before and after the change are kept or shifted. Edited sentences
 * are left out until the server has estimated the text again.
 */
export function shiftSentences(before: string, now: string, sentences: readonly Sentence[]): Sentence[] {
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

/** Splits the text where paid sentences start and end. */
export function paidSpans(text: string, sentences: readonly Sentence[]): { text: string; paid: boolean; at: number }[] {
	const spans: { text: string; paid: boolean; at: number }[] = [];
	let at = 0;
	const push = (end: number, paid: boolean) => {
		if (end <= at) return;
		spans.push({ text: text.slice(at, end), paid, at });
		at = end;
	};
	for (const sentence of sentences) {
		if (sentence.new || sentence.end > text.length) continue;
		push(sentence.start, false);
		push(sentence.end, true);
	}
	push(text.length, false);
	return spans;
}
