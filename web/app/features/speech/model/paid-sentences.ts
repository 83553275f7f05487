export type Span = { start: number; end: number };
export type Sentence = Span & { new: boolean };

/**
 * Adjusts offsets after an edit: spans before and after the change are kept or shifted, edited ones are left out. A
 * sentence that was edited is unknown until the server has estimated the text again.
 */
export function shiftSpans<T extends Span>(before: string, now: string, spans: readonly T[]): T[] {
	if (before === now) return [...spans];
	const { same, tail } = unchanged(before, now);
	const shift = now.length - before.length;
	return spans.flatMap((span) => {
		if (span.end <= same) return [span];
		if (span.start >= before.length - tail) return [{ ...span, start: span.start + shift, end: span.end + shift }];
		return [];
	});
}

/** How many characters at the start and at the end an edit has not changed. */
function unchanged(before: string, now: string): { same: number; tail: number } {
	const shorter = Math.min(before.length, now.length);
	let same = 0;
	while (same < shorter && before[same] === now[same]) same++;
	let tail = 0;
	while (tail < shorter - same && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
	return { same, tail };
}

/** Whether an edited text still is at least half of what it was. */
export function isMostly(before: string, now: string): boolean {
	const { same, tail } = unchanged(before, now);
	return (same + tail) * 2 >= before.length;
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
