// What changed within a sentence, word by word.
import { align } from "./alignment.ts";

export type WordPart = { kind: "same" | "added" | "deleted"; text: string };
/** A word or a punctuation mark with the space after it. Offsets in its text. */
type Word = { start: number; end: number; key: string };
/** How a sentence continues another one. Offsets in both; the end of what was added is its start in the old one. */
export type WordMatch = {
	before: { start: number; end: number };
	after: { start: number; end: number };
	same: boolean;
};

/** Scripts that put no spaces between words are compared by character. */
const wordPattern =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]\s*|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*\s*|[^\p{L}\p{M}\p{N}\s]\s*|\s+/gu;

const wordsOf = (text: string): Word[] =>
	[...text.matchAll(wordPattern)].map(({ 0: found, index }) => ({
		start: index,
		end: index + found.length,
		key: found.trim(),
	}));

/** Both sentences from start to end, in runs that are the same or not. */
export function matchWords(before: string, after: string): WordMatch[] {
	const old = wordsOf(before);
	const now = wordsOf(after);
	const found = align(
		old.map(({ key }) => key),
		now.map(({ key }) => key),
	);
	const matches: WordMatch[] = [];
	let atOld = 0;
	let atNew = 0;
	const add = (toOld: number, toNew: number, same: boolean) => {
		if (toOld === atOld && toNew === atNew) return;
		matches.push({ before: { start: atOld, end: toOld }, after: { start: atNew, end: toNew }, same });
		atOld = toOld;
		atNew = toNew;
	};
	for (const [at, word] of now.entries()) {
		const same = old[found[at] ?? -1];
		if (!same) continue;
		add(same.start, word.start, false);
		add(same.end, word.end, true);
	}
	add(before.length, after.length, false);
	return matches;
}

/** What is shown of a changed sentence. Deleted words come before those that replace them. */
export function changedWords(before: string, after: string): WordPart[] {
	const parts: WordPart[] = [];
	const add = (kind: WordPart["kind"], text: string) => {
		if (text === "") return;
		const last = parts.at(-1);
		if (last?.kind === kind) last.text += text;
		else parts.push({ kind, text });
	};
	for (const match of matchWords(before, after)) {
		const now = after.slice(match.after.start, match.after.end);
		if (match.same) add("same", now);
		else {
			add("deleted", before.slice(match.before.start, match.before.end));
			add("added", now);
		}
	}
	return parts;
}

export type WordCounts = { total: number; counts: Map<string, number> };

export function countWords(text: string): WordCounts {
	const counts = new Map<string, number>();
	let total = 0;
	for (const { key } of wordsOf(text)) {
		if (!/[\p{L}\p{N}]/u.test(key)) continue;
		const word = key.toLowerCase();
		counts.set(word, (counts.get(word) ?? 0) + 1);
		total++;
	}
	return { total, counts };
}

/** The share of words that two sentences have in common, from 0 to 1. */
export function similarity(one: WordCounts, other: WordCounts): number {
	if (one.total + other.total === 0) return 0;
	let common = 0;
	for (const [word, count] of one.counts) common += Math.min(count, other.counts.get(word) ?? 0);
	return (2 * common) / (one.total + other.total);
}
