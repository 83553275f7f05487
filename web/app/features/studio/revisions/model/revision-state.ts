import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { count, counted } from "../../../../lib/text/format.ts";

export type RevisionCounts = NonNullable<Revision["comparison"]>["counts"];

export const isWorking = ({ state }: Pick<Revision, "state">): boolean =>
	state === "reading" || state === "comparing" || state === "applying";

/** What is happening with a revision in progress. */
export function progressText({ state, progress }: Pick<Revision, "state" | "progress">): string {
	if (state === "applying") return "Applying the revision";
	if (state === "comparing") return "Comparing it with the project";
	return `Reading the manuscript, ${Math.min(99, Math.floor(progress * 100))}%`;
}

/** For screen readers: changes when something begins or ends, not with every percent. */
export function announcement({ state, error, comparison }: Pick<Revision, "state" | "error" | "comparison">): string {
	switch (state) {
		case "reading":
			return "Reading the manuscript.";
		case "comparing":
			return "Comparing it with the project.";
		case "ready":
			return comparison ? `The comparison is ready. ${countsText(comparison.counts)}` : "The comparison is ready.";
		case "applying":
			return "Applying the revision.";
		case "applied":
			return "The revision is applied.";
		case "failed":
			return `The revision failed. ${error ?? ""}`.trim();
	}
}

const changedCount = ({ changed, added, deleted, moved }: RevisionCounts): number => changed + added + deleted + moved;

/** "9,028 sentences stay. 61 changed, 14 added." */
export function countsText(counts: RevisionCounts): string {
	const { unchanged, changed, added, deleted, moved } = counts;
	const stay = `${counted(unchanged, "sentence")} ${unchanged === 1 ? "stays" : "stay"} as ${unchanged === 1 ? "it is" : "they are"}.`;
	if (changedCount(counts) === 0) return stay;
	const parts = [
		[changed, "changed"],
		[added, "added"],
		[deleted, "deleted"],
		[moved, "moved"],
	] as const;
	const named = parts.filter(([number]) => number > 0).map(([number, name]) => `${count(number)} ${name}`);
	return `${stay} ${named.join(", ")}.`;
}

type ChapterChanges = NonNullable<Revision["comparison"]>["chapters"][number];

/** What is different about a chapter as a whole, or null. */
export function chapterText({ name, previous_name, is_deleted }: ChapterChanges): string | null {
	if (is_deleted) return "is deleted";
	if (previous_name === null) return "is new";
	return previous_name === name ? null : `was “${previous_name}”`;
}
