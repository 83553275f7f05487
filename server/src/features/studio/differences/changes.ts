// What a revision changes, as it is shown: every sentence that is not as it was, in reading order.
import type { RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import { type Comparison, rangeOf } from "./comparison.ts";
import type { OldChapter, RevisedText } from "./manuscript.ts";
import { changedWords } from "./words.ts";

export type ChangeCounts = { unchanged: number; changed: number; added: number; deleted: number; moved: number };
export type ChapterSummary = ChangeCounts & {
	name: string;
	/** Its name before. Null for a new one. */
	previousName: string | null;
	isDeleted: boolean;
};
export type StoredChange = Omit<RevisionChange, "index">;

/** A longer text is shown shortened. */
const maxShownCharacters = 2_000;

export function listChanges(
	before: readonly OldChapter[],
	after: readonly RevisedText[],
	comparison: Comparison,
): { chapters: ChapterSummary[]; changes: StoredChange[] } {
	const chapters: ChapterSummary[] = [];
	const changes: StoredChange[] = [];
	const add = (summary: ChapterSummary, change: Omit<StoredChange, "chapter">) => {
		summary[change.kind] += change.sentences;
		changes.push({ ...change, chapter: chapters.length - 1 });
	};
	const addDeleted = (summary: ChapterSummary, from: number, to: number) => {
		for (let old = from; old < to; old++)
			if (!comparison.used[old])
				add(summary, { ...noChange, kind: "deleted", before: shorten(comparison.before.texts[old] ?? "") });
	};
	for (const [now, { name }] of after.entries()) {
		const old = comparison.chapters[now] ?? -1;
		const summary: ChapterSummary = { ...none, name, previousName: before[old]?.name ?? null, isDeleted: false };
		chapters.push(summary);
		const inOld = old === -1 ? { from: 0, to: 0 } : rangeOf(comparison.before, old);
		const inNew = rangeOf(comparison.after, now);
		let from = inOld.from;
		for (let at = inNew.from; at < inNew.to; ) {
			const kind = comparison.kinds[at] ?? "added";
			const origin = comparison.origins[at] ?? -1;
			if (kind === "unchanged" || kind === "changed") {
				addDeleted(summary, from, origin);
				from = origin + 1;
			}
			if (kind === "unchanged") summary.unchanged++;
			else if (kind === "changed") add(summary, changed(comparison, origin, at));
			else if (kind === "added") add(summary, { ...noChange, kind, after: shorten(comparison.after.texts[at] ?? "") });
			const moved = kind === "moved" ? movedPassage(comparison, at, inNew.to) : undefined;
			if (moved) add(summary, { ...moved, from_chapter: before[moved.origin.chapter]?.name ?? null });
			at += moved?.sentences ?? 1;
		}
		addDeleted(summary, from, inOld.to);
	}
	for (const [old, { name }] of before.entries()) {
		if (comparison.chapters.includes(old)) continue;
		const summary: ChapterSummary = { ...none, name, previousName: name, isDeleted: true };
		chapters.push(summary);
		const { from, to } = rangeOf(comparison.before, old);
		addDeleted(summary, from, to);
	}
	return { chapters, changes: changes.map(({ origin: _, ...change }: StoredChange & { origin?: unknown }) => change) };
}

const none: ChangeCounts = { unchanged: 0, changed: 0, added: 0, deleted: 0, moved: 0 };
const noChange = { before: null, after: null, words: [], from_chapter: null, sentences: 1 };

function changed({ before, after }: Comparison, old: number, now: number): Omit<StoredChange, "chapter"> {
	const [was, is] = [shorten(before.texts[old] ?? ""), shorten(after.texts[now] ?? "")];
	return { ...noChange, kind: "changed", before: was, after: is, words: changedWords(was, is) };
}

/** Sentences that have moved together are one change. */
function movedPassage({ before, after, kinds, origins }: Comparison, from: number, to: number) {
	let end = from + 1;
	while (end < to && kinds[end] === "moved" && origins[end] === (origins[end - 1] ?? 0) + 1) end++;
	const origin = before.places[origins[from] ?? 0] ?? { chapter: 0 };
	return {
		...noChange,
		kind: "moved" as const,
		after: shorten(after.texts.slice(from, end).join(" ")),
		sentences: end - from,
		origin,
	};
}

function shorten(text: string): string {
	if (text.length <= maxShownCharacters) return text;
	const cut = text.slice(0, maxShownCharacters - 1).toWellFormed();
	return `${cut.replaceAll("\ufffd", "")}…`;
}
