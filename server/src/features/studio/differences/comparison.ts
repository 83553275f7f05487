// Compares the text of a project with a revised manuscript, sentence by sentence.
// Invariant: it depends on the two texts alone, so that what was shown is what is applied.
import { align } from "./alignment.ts";
import { isTelling, matchChapters } from "./chapters.ts";
import { type Manuscript, type OldChapter, type RevisedText, readManuscript } from "./manuscript.ts";
import { countWords, similarity, type WordCounts } from "./words.ts";

export type SentenceKind = "unchanged" | "changed" | "moved" | "added";
export type Comparison = {
	before: Manuscript;
	after: Manuscript;
	/** For each new chapter the position of the old one, or -1. */
	chapters: number[];
	/** For each new sentence the old one that it continues, or -1. */
	origins: Int32Array;
	kinds: SentenceKind[];
	/** Old sentences that continue somewhere. */
	used: Uint8Array;
};

/** Two sentences that have fewer of their words in common are not the same one, changed. */
const minSimilarity = 0.5;
/** In a longer passage without a common sentence, sentences are only compared with those at about the same place. */
const maxPairs = 40_000;
const nearby = 8;

export function compareManuscripts(before: readonly OldChapter[], after: readonly RevisedText[]): Comparison {
	const comparison = startComparison(before, after);
	for (const [now, old] of comparison.chapters.entries()) if (old !== -1) alignChapter(comparison, old, now);
	findMoved(comparison);
	for (const [now, old] of comparison.chapters.entries()) if (old !== -1) findChanged(comparison, old, now);
	return comparison;
}

function startComparison(oldChapters: readonly OldChapter[], newChapters: readonly RevisedText[]): Comparison {
	const before = readManuscript(oldChapters);
	const after = readManuscript(newChapters);
	return {
		before,
		after,
		chapters: matchChapters(
			{ ...before, names: oldChapters.map(({ name }) => name) },
			{ ...after, names: newChapters.map(({ name }) => name) },
		),
		origins: new Int32Array(after.texts.length).fill(-1),
		kinds: after.texts.map(() => "added"),
		used: new Uint8Array(before.texts.length),
	};
}

function pair({ origins, kinds, used }: Comparison, old: number, now: number, kind: SentenceKind): void {
	origins[now] = old;
	kinds[now] = kind;
	used[old] = 1;
}

export const rangeOf = ({ starts }: Manuscript, chapter: number) => ({
	from: starts[chapter] ?? 0,
	to: starts[chapter + 1] ?? 0,
});

function alignChapter(comparison: Comparison, old: number, now: number): void {
	const { before, after } = comparison;
	const inOld = rangeOf(before, old);
	const inNew = rangeOf(after, now);
	const found = align(before.texts.slice(inOld.from, inOld.to), after.texts.slice(inNew.from, inNew.to));
	for (const [at, position] of found.entries())
		if (position !== -1) pair(comparison, inOld.from + position, inNew.from + at, "unchanged");
}

/** Sentences that are elsewhere now: found by those that occur once on both sides, then by what surrounds them. */
function findMoved(comparison: Comparison): void {
	const { before, after, kinds, used } = comparison;
	const oldPlaces = new Map<string, number[]>();
	for (const [old, text] of before.texts.entries()) {
		if (used[old] || !isTelling(text)) continue;
		const places = oldPlaces.get(text);
		if (places) places.push(old);
		else oldPlaces.set(text, [old]);
	}
	const extend = (old: number, now: number, step: -1 | 1) => {
		let oldNext = old + step;
		let newNext = now + step;
		while (
			kinds[newNext] === "added" &&
			used[oldNext] === 0 &&
			before.texts[oldNext] === after.texts[newNext] &&
			before.places[oldNext]?.chapter === before.places[old]?.chapter &&
			after.places[newNext]?.chapter === after.places[now]?.chapter
		) {
			pair(comparison, oldNext, newNext, "moved");
			oldNext += step;
			newNext += step;
		}
	};
	const take = (now: number, places: readonly number[]) => {
		const old = places.find((place) => used[place] === 0);
		if (old === undefined) return;
		pair(comparison, old, now, "moved");
		extend(old, now, 1);
		extend(old, now, -1);
	};
	// Those that leave no doubt first.
	for (const unique of [true, false])
		for (const [now, text] of after.texts.entries()) {
			const places = kinds[now] === "added" ? oldPlaces.get(text) : undefined;
			if (places && (places.length === 1 || !unique)) take(now, places);
		}
}

/** Pairs similar sentences between those that did not change. */
function findChanged(comparison: Comparison, oldChapter: number, newChapter: number): void {
	const { before, after, kinds, origins, used } = comparison;
	const inOld = rangeOf(before, oldChapter);
	const inNew = rangeOf(after, newChapter);
	let fromOld = inOld.from;
	let added: number[] = [];
	const close = (toOld: number) => {
		const deleted: number[] = [];
		for (let old = fromOld; old < toOld; old++) if (!used[old]) deleted.push(old);
		for (const [old, now] of pairSimilar(comparison, deleted, added)) pair(comparison, old, now, "changed");
		added = [];
	};
	for (let now = inNew.from; now < inNew.to; now++) {
		if (kinds[now] === "added") added.push(now);
		if (kinds[now] !== "unchanged") continue;
		const old = origins[now] ?? 0;
		close(old);
		fromOld = old + 1;
	}
	close(inOld.to);
}

/** Pairs in the same order on both sides, with as much in common as possible. */
function pairSimilar(
	{ before, after }: Comparison,
	deleted: readonly number[],
	added: readonly number[],
): [number, number][] {
	if (deleted.length === 0 || added.length === 0) return [];
	const old = deleted.map((at) => countWords(before.texts[at] ?? ""));
	const now = added.map((at) => countWords(after.texts[at] ?? ""));
	const pairs = old.length * now.length <= maxPairs ? pairBest(old, now) : pairNearby(old, now);
	return pairs.map(([one, other]) => [deleted[one] ?? 0, added[other] ?? 0]);
}

function pairBest(old: readonly WordCounts[], now: readonly WordCounts[]): [number, number][] {
	const width = now.length + 1;
	const best = new Float64Array((old.length + 1) * width);
	const scores = new Float64Array((old.length + 1) * width);
	for (let one = old.length - 1; one >= 0; one--)
		for (let other = now.length - 1; other >= 0; other--) {
			const [first, second] = [old[one], now[other]];
			const score = first && second ? similarity(first, second) : 0;
			const at = one * width + other;
			scores[at] = score >= minSimilarity ? score : 0;
			best[at] = Math.max(
				best[at + width] ?? 0,
				best[at + 1] ?? 0,
				(scores[at] ?? 0) > 0 ? (scores[at] ?? 0) + (best[at + width + 1] ?? 0) : 0,
			);
		}
	const pairs: [number, number][] = [];
	let one = 0;
	let other = 0;
	while (one < old.length && other < now.length) {
		const at = one * width + other;
		const score = scores[at] ?? 0;
		if (score > 0 && best[at] === score + (best[at + width + 1] ?? 0)) pairs.push([one++, other++]);
		else if ((best[at + width] ?? 0) >= (best[at + 1] ?? 0)) one++;
		else other++;
	}
	return pairs;
}

function pairNearby(old: readonly WordCounts[], now: readonly WordCounts[]): [number, number][] {
	const pairs: [number, number][] = [];
	let from = 0;
	for (const [other, words] of now.entries()) {
		const expected = Math.round((other * old.length) / now.length);
		let found = -1;
		let most = 0;
		for (let one = Math.max(from, expected - nearby); one < Math.min(old.length, expected + nearby); one++) {
			const candidate = old[one];
			const score = candidate ? similarity(candidate, words) : 0;
			if (score >= minSimilarity && score > most) {
				most = score;
				found = one;
			}
		}
		if (found === -1) continue;
		pairs.push([found, other]);
		from = found + 1;
	}
	return pairs;
}
