// Maps ranges of the written text to ranges of the spoken text by comparing the two, so that normalization steps need
// not report their changes. Unchanged words are anchors; everything between two anchors counts as one rewritten range.

/** A range of the written text and what is spoken for it. Spans cover both texts in order, without gap or overlap. */
export type SpokenSpan = { writtenStart: number; writtenEnd: number; spokenStart: number; spokenEnd: number };

type Token = { key: string; start: number; end: number; weight: number };

const ideograph = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const letters = `(?:(?![${ideograph}])[\\p{L}\\p{M}])+`;
const tokenPattern = new RegExp(
	`[${ideograph}]|${letters}(?:['’]${letters})*|\\d+(?:[.,:]\\d+)*|\\s+|[^\\p{L}\\p{M}\\s]`,
	"gu",
);
/** Beyond this many comparisons, the changed middle becomes one span. Only hostile text gets there. */
const maxComparisons = 2_000_000;

function tokenize(text: string): Token[] {
	const found: Token[] = [];
	for (const match of text.matchAll(tokenPattern)) {
		const [token] = match;
		const space = token.trim() === "";
		const key = space ? " " : token.normalize("NFC").replace(/[‘’ʼ′]/g, "'");
		const weight = space ? 0 : /[\p{L}\p{N}]/u.test(token) ? 10 : 1;
		found.push({ key, start: match.index, end: match.index + token.length, weight });
	}
	return found;
}

/** Computes the spans of two texts. A range that is missing on one side is empty there. */
export function alignSpans(written: string, spoken: string): SpokenSpan[] {
	const [from, to] = [tokenize(written), tokenize(spoken)];
	const spans: SpokenSpan[] = [];
	const add = (i: number, iEnd: number, j: number, jEnd: number) => {
		if (i === iEnd && j === jEnd) return;
		const offset = (list: Token[], at: number, text: string) => list[at]?.start ?? text.length;
		spans.push({
			writtenStart: offset(from, i, written),
			writtenEnd: offset(from, iEnd, written),
			spokenStart: offset(to, j, spoken),
			spokenEnd: offset(to, jEnd, spoken),
		});
	};
	let [i, j] = [0, 0];
	for (const [nextI, nextJ] of [...anchors(from, to), [from.length, to.length] as const]) {
		// Equal spaces and punctuation next to an anchor get spans of their own.
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

/** The pairs of equal tokens, in order, with the greatest total weight. */
function anchors(from: readonly Token[], to: readonly Token[]): (readonly [number, number])[] {
	let head = 0;
	while (head < from.length && head < to.length && from[head]?.key === to[head]?.key) head++;
	let tail = 0;
	const room = Math.min(from.length, to.length) - head;
	while (tail < room && from[from.length - 1 - tail]?.key === to[to.length - 1 - tail]?.key) tail++;
	const pairs = (count: number, i: number, j: number) =>
		Array.from({ length: count }, (_, at) => [i + at, j + at] as const);
	return [
		...pairs(head, 0, 0),
		...heaviestPairs(from.slice(head, from.length - tail), to.slice(head, to.length - tail)).map(
			([i, j]) => [i + head, j + head] as const,
		),
		...pairs(tail, from.length - tail, to.length - tail),
	];
}

function heaviestPairs(from: readonly Token[], to: readonly Token[]): [number, number][] {
	if (from.length * to.length > maxComparisons) return [];
	const width = to.length + 1;
	const worth = new Uint32Array((from.length + 1) * width);
	for (let i = 1; i <= from.length; i++) {
		const a = from[i - 1] as Token;
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

/** The written range of spoken[from, to). Exact within unchanged spans, the entire span where text was rewritten. */
export function writtenRange(
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
