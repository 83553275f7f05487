// When text that is still being written is long enough to be spoken, and where it is cut.

/** How many characters must be waiting before the first, second, third and every later piece is spoken, unless the caller says otherwise. */
export const usualSchedule = [120, 160, 250, 290] as const;
/** What is spoken when the caller would like it to be, without insisting. */
const least = 50;

const sentenceEnd = /[.!?…。！？।][”"'’)\]»]*(?=\s|$)|[。！？।]/gu;
const clauseEnd = /[,;:，、；：—–][”"'’)\]»]*(?=\s|$)|[，、；：]/gu;
const space = /\s/gu;

export type Pieces = {
	/** Takes what was written and gives what is to be spoken now, if anything. */
	write(text: string, how: { flush?: boolean; trigger?: boolean }): string | undefined;
	/** Everything that is left. */
	rest(): string | undefined;
	waiting(): number;
};

/**
 * Gathers text. By the schedule it gives a piece when enough is waiting, cut after the last whole sentence, clause or word; in auto mode
 * every whole sentence or clause goes at once, because the caller already writes in such pieces.
 */
export function createPieces({
	schedule = usualSchedule,
	auto = false,
}: {
	schedule?: readonly number[];
	auto?: boolean;
}): Pieces {
	let held = "";
	let given = 0;
	const give = (length: number): string | undefined => {
		const piece = held.slice(0, length);
		held = held.slice(length);
		if (piece.trim() === "") {
			held = piece + held;
			return undefined;
		}
		given++;
		return piece;
	};
	return {
		write(text, { flush = false, trigger = false }) {
			held += text;
			if (flush) return give(held.length);
			if (auto) return give(lastEnd(held, sentenceEnd) || lastEnd(held, clauseEnd));
			const wanted = schedule[Math.min(given, schedule.length - 1)] ?? 290;
			if (held.trim().length < (trigger ? Math.min(least, wanted) : wanted)) return undefined;
			return give(lastEnd(held, sentenceEnd) || lastEnd(held, clauseEnd) || lastEnd(held, space) || held.length);
		},
		rest: () => give(held.length),
		waiting: () => held.length,
	};
}

function lastEnd(text: string, pattern: RegExp): number {
	let end = 0;
	for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
	// The space after belongs to what was said, so that the next piece begins with a word.
	while (end > 0 && end < text.length && /\s/.test(text.charAt(end))) end++;
	return end;
}
