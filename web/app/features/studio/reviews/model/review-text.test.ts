import type { Comparison, Review } from "@timbre/contract/studio/review/schemas.ts";
import { expect, test } from "vitest";
import { activityText, coverageText, resultText } from "./review-text.ts";

const review: Review = {
	review_id: "r1",
	label: "Nora",
	status: "open",
	chapter_ids: null,
	may_comment: true,
	may_approve: true,
	created_at_unix: 1_760_000_000,
	expires_at_unix: Date.UTC(2026, 10, 30, 12) / 1000,
	guests: 0,
	comments: 0,
	comparisons: 0,
	approvals: [],
};
const chapters = [
	{ chapter_id: "c1", name: "Dusk" },
	{ chapter_id: "c2", name: "Dawn" },
	{ chapter_id: "c3", name: "Noon" },
];
const comparison = (first: number, second: number): Comparison => ({
	comparison_id: "p1",
	kind: "voices",
	text: "Hello.",
	candidates: [
		{ name: "Ada", take_id: null, voice_id: "v1", votes: first },
		{ name: "Max", take_id: null, voice_id: "v2", votes: second },
	],
	votes: first + second,
	winner: first === second ? null : first > second ? 0 : 1,
	created_at_unix: 1_760_000_000,
	ended_at_unix: 1_760_000_000,
});

test("says what a link covers, and until when it works", () => {
	expect(coverageText(review, chapters)).toBe("All chapters, until Nov 30, 2026");
	expect(coverageText({ ...review, chapter_ids: ["c2"] }, chapters)).toBe("Dawn, until Nov 30, 2026");
	// Deleted chapters don't count.
	expect(coverageText({ ...review, chapter_ids: ["c1", "c3", "gone"], status: "withdrawn" }, chapters)).toBe(
		"2 of 3 chapters",
	);
});

test("says what guests did", () => {
	expect(activityText(review)).toBe("Nothing yet");
	expect(activityText({ ...review, comments: 1, comparisons: 2 })).toBe("1 comment, 2 comparisons");
});

test("says who won a comparison", () => {
	expect(resultText(comparison(0, 0))).toBe("Nobody voted.");
	expect(resultText(comparison(1, 2))).toBe("Max won with 2 of 3 votes.");
	expect(resultText(comparison(1, 0))).toBe("Ada won with 1 of 1 vote.");
	expect(resultText(comparison(2, 2))).toBe("A tie: 2 votes each.");
});
