// Which chapters of a revised manuscript are which of the project.
import type { Manuscript } from "./manuscript.ts";

/** Shorter sentences occur everywhere. */
const minTellingCharacters = 20;
/** A chapter that shares less than this with another one, and not its name, is a new one. */
const minShare = 0.1;
/** The same name counts as much as this share of the sentences. Not more: names move on when a chapter is inserted. */
const nameWeight = 0.3;

export const isTelling = (text: string): boolean => text.length >= minTellingCharacters;
const nameKey = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** For each new chapter the position of the old one, or -1. Those that share most sentences belong together, then those with the same name. */
export function matchChapters(
	before: Manuscript & { names: readonly string[] },
	after: Manuscript & { names: readonly string[] },
): number[] {
	const found = after.names.map(() => -1);
	const taken = new Set<number>();
	const pair = (old: number, now: number) => {
		if (taken.has(old) || found[now] !== -1) return;
		found[now] = old;
		taken.add(old);
	};
	for (const { old, now } of bySharedSentences(before, after)) pair(old, now);
	for (const [now, name] of after.names.entries()) {
		if (found[now] !== -1) continue;
		const old = before.names.findIndex((one, at) => !taken.has(at) && nameKey(one) === nameKey(name));
		if (old !== -1) pair(old, now);
	}
	return found;
}

/** Pairs of chapters, those that share most first. */
function bySharedSentences(
	before: Manuscript & { names: readonly string[] },
	after: Manuscript & { names: readonly string[] },
) {
	const chapterOf = new Map<string, number>();
	for (const [at, text] of before.texts.entries()) {
		const chapter = before.places[at]?.chapter ?? -1;
		const known = chapterOf.get(text);
		if (isTelling(text)) chapterOf.set(text, known === undefined || known === chapter ? chapter : -1);
	}
	const shared = new Map<string, { old: number; now: number; count: number }>();
	for (const [at, text] of after.texts.entries()) {
		const old = chapterOf.get(text) ?? -1;
		if (old === -1) continue;
		const now = after.places[at]?.chapter ?? 0;
		const key = `${old} ${now}`;
		const pair = shared.get(key) ?? { old, now, count: 0 };
		pair.count++;
		shared.set(key, pair);
	}
	const length = ({ starts }: Manuscript, chapter: number) => (starts[chapter + 1] ?? 0) - (starts[chapter] ?? 0);
	const sameName = ({ old, now }: { old: number; now: number }) =>
		nameKey(before.names[old] ?? "") === nameKey(after.names[now] ?? "");
	return [...shared.values()]
		.map((pair) => {
			const shorter = Math.min(length(before, pair.old), length(after, pair.now));
			return { ...pair, shorter, score: pair.count + (sameName(pair) ? nameWeight * shorter : 0) };
		})
		.filter(({ score, shorter }) => score >= minShare * shorter)
		.sort((one, other) => other.score - one.score || Math.abs(one.old - one.now) - Math.abs(other.old - other.now));
}
