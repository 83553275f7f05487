import { type Segment, segmentText, type Word } from "./document.ts";

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** A gap shorter than this has no room for an inserted word. */
const minGapSeconds = 0.05;

type Token = { text: string; gap: string };

/** Splits text into words and what follows each of them. */
function tokens(text: string): Token[] {
	const spaced = [...text.matchAll(/(\S+)(\s*)/gu)].map(([, word = "", space = ""]) => ({
		text: word,
		gap: space ? " " : "",
	}));
	return spaced.flatMap((token) => (unspaced.test(token.text) ? splitUnspaced(token) : [token]));
}

function splitUnspaced(token: Token): Token[] {
	const parts: Token[] = [];
	for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(token.text)) {
		const last = parts.at(-1);
		// Punctuation belongs to the word before it.
		if (!isWordLike && last) last.text += segment;
		else parts.push({ text: segment, gap: "" });
	}
	const last = parts.at(-1);
	if (last) last.gap = token.gap;
	return parts;
}

/**
 * The words of a segment after its text was edited. Unchanged words keep their times and their probability. Words that
 * replace others share their time, and inserted words use the pause they were inserted into, or a part of the word
 * before them. Returns an empty list if no text is left.
 */
export function editedWords(segment: Segment, text: string, nextId: number): { words: Word[]; nextId: number } {
	const before = segment.words;
	const plain = text.replaceAll(/\s+/gu, " ").trim();
	const old = segmentText(segment);
	if (plain === old) return { words: [...before], nextId };
	// Words in front of and behind the edited part are kept as they are, also where words have no spaces.
	const head = unchangedHead(before, old, plain);
	const tail = unchangedTail(before.slice(head.words), old, plain, head.characters);
	const middle = tokens(plain.slice(head.characters, plain.length - tail.characters));
	const replaced = before.slice(head.words, before.length - tail.words);
	const follower = before[before.length - tail.words];
	const made = pairWords(replaced, middle, { previous: before[head.words - 1], follower }, nextId);
	const words = [
		...before.slice(0, head.words - made.borrowed),
		...made.words,
		...before.slice(before.length - tail.words),
	];
	return { words: closeGaps(words, plain), nextId: made.nextId };
}

/** How many words from the start are unchanged, and how many characters they take with the gaps behind them. */
function unchangedHead(words: readonly Word[], old: string, text: string): { words: number; characters: number } {
	let same = 0;
	while (same < old.length && same < text.length && old[same] === text[same]) same++;
	let count = 0;
	let characters = 0;
	for (const word of words) {
		const end = characters + word.text.length + word.gap.length;
		// The gap must match too, or the word may have been extended.
		if (end > same || end >= old.length || (word.gap === "" && !unspaced.test(word.text))) break;
		characters = end;
		count++;
	}
	return { words: count, characters };
}

function unchangedTail(
	words: readonly Word[],
	old: string,
	text: string,
	from: number,
): { words: number; characters: number } {
	const room = Math.min(old.length, text.length) - from;
	let same = 0;
	while (same < room && old.at(-1 - same) === text.at(-1 - same)) same++;
	let count = 0;
	let characters = 0;
	for (let index = words.length - 1; index >= 0; index--) {
		const word = words[index];
		if (!word) break;
		const gap = index === words.length - 1 ? 0 : word.gap.length;
		const next = characters + word.text.length + gap;
		const boundary = text[text.length - next - 1];
		const whole = boundary === undefined || boundary === " " || unspaced.test(word.text);
		if (next > same || !whole) break;
		characters = next;
		count++;
	}
	return { words: count, characters };
}

type Surroundings = { previous: Word | undefined; follower: Word | undefined };

/** Pairs equal words in order (longest common subsequence) and times the others. */
function pairWords(
	old: readonly Word[],
	made: readonly Token[],
	{ previous, follower }: Surroundings,
	firstId: number,
) {
	let nextId = firstId;
	let borrowed = 0;
	const channel = (old[0] ?? previous ?? follower)?.channel;
	const words: Word[] = [];
	const create = (token: Token, start: number, end: number): Word => ({
		id: nextId++,
		text: token.text,
		start,
		end,
		logprob: 0,
		event: false,
		gap: token.gap,
		...(channel === undefined ? {} : { channel }),
	});
	/** New words in place of old ones, in the time from the start of the first to the end of the last. */
	const replace = (gone: readonly Word[], fresh: readonly Token[], next: Word | undefined) => {
		if (fresh.length === 0) return;
		const [first] = gone;
		const last = gone.at(-1);
		if (first && last) {
			const sameCount = gone.length === fresh.length;
			const spans = sameCount ? gone : spread(fresh, first.start, last.end);
			fresh.forEach((token, index) => {
				const span = spans[index] ?? last;
				words.push(create(token, span.start, span.end));
			});
			return;
		}
		const before = words.at(-1) ?? previous;
		const from = before?.end ?? Math.max(0, (next?.start ?? 0) - 0.3 * fresh.length);
		const to = Math.max(from, next?.start ?? from + 0.3 * fresh.length);
		if (before && to - from < minGapSeconds) {
			// There is no pause: share the time of the word before.
			const own = words.pop();
			if (!own) borrowed = 1;
			const spans = spread([before, ...fresh], before.start, before.end);
			words.push({ ...before, end: spans[0]?.end ?? before.end });
			fresh.forEach((token, index) => {
				const span = spans[index + 1] ?? before;
				words.push(create(token, span.start, span.end));
			});
			return;
		}
		const spans = spread(fresh, from, Math.min(to, from + 0.5 * fresh.length));
		fresh.forEach((token, index) => {
			const span = spans[index] ?? { start: from, end: to };
			words.push(create(token, span.start, span.end));
		});
	};
	let oldAt = 0;
	let madeAt = 0;
	for (const [oldIndex, madeIndex] of commonWords(old, made)) {
		replace(old.slice(oldAt, oldIndex), made.slice(madeAt, madeIndex), old[oldIndex]);
		const word = old[oldIndex];
		if (word) words.push({ ...word, gap: made[madeIndex]?.gap ?? word.gap });
		oldAt = oldIndex + 1;
		madeAt = madeIndex + 1;
	}
	replace(old.slice(oldAt), made.slice(madeAt), follower);
	return { words, nextId, borrowed };
}

/** Divides a stretch of time by the number of letters. */
function spread(parts: readonly { text: string }[], start: number, end: number): { start: number; end: number }[] {
	const letters = parts.reduce((sum, part) => sum + part.text.length, 0) || 1;
	let done = 0;
	return parts.map((part) => {
		const from = start + ((end - start) * done) / letters;
		done += part.text.length;
		return { start: from, end: start + ((end - start) * done) / letters };
	});
}

/** Pairs of indexes of equal words, in order. */
function commonWords(old: readonly Word[], made: readonly Token[]): [number, number][] {
	const width = made.length + 1;
	const lengths = new Uint32Array((old.length + 1) * width);
	const at = (one: number, other: number) => lengths[one * width + other] ?? 0;
	for (let one = old.length - 1; one >= 0; one--) {
		for (let other = made.length - 1; other >= 0; other--) {
			lengths[one * width + other] =
				old[one]?.text === made[other]?.text
					? at(one + 1, other + 1) + 1
					: Math.max(at(one + 1, other), at(one, other + 1));
		}
	}
	const pairs: [number, number][] = [];
	let one = 0;
	let other = 0;
	while (one < old.length && other < made.length) {
		if (old[one]?.text === made[other]?.text) pairs.push([one++, other++]);
		else if (at(one + 1, other) >= at(one, other + 1)) one++;
		else other++;
	}
	return pairs;
}

/** Sets the gaps to those of the new text, because a kept word may have a new neighbor. */
function closeGaps(words: readonly Word[], text: string): Word[] {
	let at = 0;
	return words.map((word) => {
		at += word.text.length;
		const gap = text[at] === " " ? " " : "";
		at += gap.length;
		return gap === word.gap || at >= text.length ? word : { ...word, gap };
	});
}
