// What is said about review links.
import type { Comparison, Review } from "@timbre/contract/studio/review/schemas.ts";
import { counted, dateOf } from "../../../../lib/text/format.ts";

type Chapters = readonly { chapter_id: string; name: string }[];

export const statusBadges: Record<Review["status"], { label: string; tone: "positive" | "neutral" }> = {
	open: { label: "Open", tone: "positive" },
	expired: { label: "Expired", tone: "neutral" },
	withdrawn: { label: "Withdrawn", tone: "neutral" },
};

/** "2 approvals, 1 comment, 1 comparison". */
export function activityText({ approvals, comments, comparisons }: Review): string {
	const parts = [
		approvals.length > 0 ? counted(approvals.length, "approval") : "",
		comments > 0 ? counted(comments, "comment") : "",
		comparisons > 0 ? counted(comparisons, "comparison") : "",
	].filter((part) => part !== "");
	return parts.length > 0 ? parts.join(", ") : "Nothing yet";
}

/** "All chapters, until Nov 30, 2026". */
export function coverageText({ chapter_ids, status, expires_at_unix }: Review, chapters: Chapters): string {
	const known = chapters.filter(({ chapter_id }) => chapter_ids?.includes(chapter_id));
	const [only] = known;
	const what =
		chapter_ids === null
			? "All chapters"
			: only && known.length === 1
				? only.name
				: `${known.length} of ${chapters.length} chapters`;
	return status === "open" ? `${what}, until ${dateOf(expires_at_unix)}` : what;
}

export const chapterNameOf = (chapters: Chapters, id: string): string =>
	chapters.find(({ chapter_id }) => chapter_id === id)?.name ?? "Deleted chapter";

/** Who won, in a sentence. */
export function resultText({ candidates, winner, votes }: Comparison): string {
	if (votes === 0) return "Nobody voted.";
	const won = winner === null ? undefined : candidates[winner];
	if (!won) return `A tie: ${counted(votes / 2, "vote")} each.`;
	return `${won.name} won with ${won.votes ?? 0} of ${counted(votes, "vote")}.`;
}
