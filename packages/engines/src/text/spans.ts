// Which stretch of a written text became which stretch of the spoken one, found by comparing the two: what was changed on the way
// need not tell. Words that stayed are the anchors; what lies between two anchors was rewritten as a whole.

/** A stretch of the written text and what is spoken for it. All spans together cover both texts, in order, without gap or overlap. */
export type SpokenSpan = { writtenStart: number; writtenEnd: number; spokenStart: number; spokenEnd: number };

type Piece = { key: string; start: number; end: number; weight: number };

const ideograph = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const letters = `(?:(?![${ideograph}])[\\p{L}\\p{M}])+`;
const pieces = new RegExp(
	`[${ideograph}]|${letters}(?:['’]${letters})*|\\d+(?:[.,:]\\d+)*|\\s+|[^\\p{L}\\p{M}\\s]`,
	"gu",
);
/** Beyond this many comparisons the changed middle is one stretch: only hostile text comes near it. */
const mostComparisons = 2_000_000;

function split(text: string): Piece[] {
	const found: Piece[] = [];
	for (const match of text.matchAll(pieces)) {
		const [piece] = match;
		const space = piece.trim() === "";
		const key = space ? " " : piece.normalize("NFC").replace(/[‘’ʼ′]/g, "'");
		const weight = space ? 0 : /[\p{L}\p{N}]/u.test(piece) ? 10 : 1;
		found.push({ key, start: match.index, end: match.index + piece.length, weight });
	}
	return found;
}

/** Spans that cover both texts in order, without gap or overlap. A stretch that one side lacks is empty there. */
export function spansBetween(written: string, spoken: string): SpokenSpan[] {
	const [from, to] = [split(written), split(spoken)];
	const spans: SpokenSpan[] = [];
	const add = (i: number, iEnd: number, j: number, jEnd: number) => {
		if (i === iEnd && j === jEnd) return;
		const place = (list: Piece[], at: number, whole: string) => list[at]?.start ?? whole.length;
		spans.push({
			writtenStart: place(from, i, written),
			writtenEnd: place(from, iEnd, written),
			spokenStart: place(to, j, spoken),
			spokenEnd: place(to, jEnd, spoken),
		});
	};
	let [i, j] = [0, 0];
	for (const [nextI, nextJ] of [...anchors(from, to), [from.length, to.length] as const]) {
		// What touches an anchor and is alike, a space or a mark, stays with itself.
		let [iEnd, jEnd] = [nextI, nextJ];
		while (i < iEnd && j < jEnd && from[i]?.key === to[j]?.key) add(i, ++i, j, ++j);
		while (iEnd > i && jEnd > j && from[iEnd - 1]?.key === to[jEnd - 1]?.key) {
			iEnd--;
			jEnd--;
		}
		add(i, iEnd, j, jEnd);
		for (; iEnd < nextI; iEnd++, jEnd++) add(iEnd, iEnd + 1, jEnd, jEnd + 1);
		if (nextI < from.length && nextJ < to.length) add(nextI, nextI + 1, nextJ, nextJ + 1);
		[i, j] = [nextI + 1, nextJ + 1];
	}
	return spans;
}

/** Pairs of equal pieces in order, worth most together. */
function anchors(from: readonly Piece[], to: readonly Piece[]): (readonly [number, number])[] {
	let head = 0;
	while (head < from.length && head < to.length && from[head]?.key === to[head]?.key) head++;
	let tail = 0;
	const room = Math.min(from.length, to.length) - head;
	while (tail < room && from[from.length - 1 - tail]?.key === to[to.length - 1 - tail]?.key) tail++;
	const pairs = (count: number, i: number, j: number) =>
		Array.from({ length: count }, (_, at) => [i + at, j + at] as const);
	return [
		...pairs(head, 0, 0),
		...heaviest(from.slice(head, from.length - tail), to.slice(head, to.length - tail)).map(
			([i, j]) => [i + head, j + head] as const,
		),
		...pairs(tail, from.length - tail, to.length - tail),
	];
}

function heaviest(from: readonly Piece[], to: readonly Piece[]): [number, number][] {
	if (from.length * to.length > mostComparisons) return [];
	const width = to.length + 1;
	const worth = new Uint32Array((from.length + 1) * width);
	for (let i = 1; i <= from.length; i++) {
		const a = from[i - 1] as Piece;
		for (let j = 1; j <= to.length; j++) {
			const at = i * width + j;
			const skipped = Math.max(worth[at - 1] as number, worth[at - width] as number);
			const paired = a.weight > 0 && a.key === to[j - 1]?.key ? (worth[at - width - 1] as number) + a.weight : 0;
			worth[at] = Math.max(skipped, paired);
		}
	}
	const found: [number, number][] = [];
	for (let i = from.length, j = to.length; i > 0 && j > 0; ) {
		const here = worth[i * width + j] as number;
		if (here === worth[(i - 1) * width + j]) i--;
		else if (here === worth[i * width + j - 1]) j--;
		else found.unshift([--i, --j]);
	}
	return found;
}

/** The written stretch behind spoken[from, to): exact inside what stayed as it was, whole stretches where something was rewritten. */
export function writtenBehind(
	{ written, spoken, spans }: { written: string; spoken: string; spans: readonly SpokenSpan[] },
	from: number,
	to: number,
): { start: number; end: number } {
	let start = Number.POSITIVE_INFINITY;
	let end = 0;
	for (const { writtenStart, writtenEnd, spokenStart, spokenEnd } of spans) {
		if (spokenEnd <= from || spokenStart >= to) continue;
		const same = spoken.slice(spokenStart, spokenEnd) === written.slice(writtenStart, writtenEnd);
		start = Math.min(start, same ? writtenStart + Math.max(0, from - spokenStart) : writtenStart);
		end = Math.max(end, same ? writtenEnd - Math.max(0, spokenEnd - to) : writtenEnd);
	}
	return start < end ? { start, end } : { start: 0, end: 0 };
}
