import { feedbackForm } from "@timbre/contract/history/schemas.ts";
import { playerItem } from "@timbre/ui/audio/player/player-item.ts";
import { expect, test } from "vitest";
import {
	canGiveFeedback,
	complaints,
	emptyFeedback,
	initialFeedback,
	isLocked,
	opensDialog,
} from "./feedback-rules.ts";

const item = (voice_name: string | null) =>
	playerItem({ id: "a", type: "text-to-speech", player: { title: "Hello", voice_name } });
const given = { ...emptyFeedback("down"), glitches: true, feedback: "It stutters.", review_status: "not_reviewed" };

test("PLAYER-024 PLAYER-025 PLAYER-026 offers feedback once enough was played, if the feature is on and the item has a voice name", () => {
	expect(canGiveFeedback({ played: true, enabled: true, item: item("Ada") })).toBe(true);
	expect(canGiveFeedback({ played: false, enabled: true, item: item("Ada") })).toBe(false);
	expect(canGiveFeedback({ played: true, enabled: false, item: item("Ada") })).toBe(false);
	expect(canGiveFeedback({ played: true, enabled: true, item: item(null) })).toBe(false);
});

test("PLAYER-027 PLAYER-028 a thumbs-up opens the dialog for texts of up to 400 characters, a thumbs-down always", () => {
	const extra = (length: number) => ({ text: "a".repeat(length), feedback: null });
	expect([400, 401].map((length) => opensDialog("up", extra(length)))).toEqual([true, false]);
	expect([400, 40_000].map((length) => opensDialog("down", extra(length)))).toEqual([true, true]);
});

test("HISTORY-005 reviewed feedback is locked, and is shown instead of sent", () => {
	expect(isLocked(null)).toBe(false);
	expect(isLocked(given)).toBe(false);
	expect(isLocked({ ...given, review_status: "reviewed" })).toBe(true);
	const extra = { text: "a".repeat(500), feedback: { ...given, review_status: "reviewed" } };
	expect(opensDialog("up", extra)).toBe(true);
});

test("PLAYER-032 PLAYER-041 the five complaints set five fields, in this order", () => {
	expect(complaints.map(({ label, field }) => [label, field])).toEqual([
		["Audio monotone and lacks emotions", "emotions"],
		["Voice is not similar to selected speaker", "inaccurate_clone"],
		["Voice changes across the output", "glitches"],
		["Audio generated is of poor quality", "audio_quality"],
		["Other", "other"],
	]);
});

test("PLAYER-029 PLAYER-030 PLAYER-031 a positive comment is empty or 20 to 200 characters long, a negative one may be shorter", () => {
	const error = (thumb: "up" | "down", feedback: string) =>
		feedbackForm.safeParse({ ...emptyFeedback(thumb), feedback }).error?.issues[0]?.message;
	expect(error("up", "")).toBeUndefined();
	expect(error("up", "Nice.")).toBe("Feedback must be at least 20 characters long");
	expect(error("up", "a".repeat(20))).toBeUndefined();
	expect(error("up", "a".repeat(200))).toBeUndefined();
	expect(error("up", "a".repeat(201))).toContain("200");
	expect(error("down", "Bad.")).toBeUndefined();
});

test("the form starts with the previous feedback if the thumb is the same", () => {
	expect(initialFeedback("down", given)).toMatchObject({ glitches: true, feedback: "It stutters." });
	expect(initialFeedback("down", given)).not.toHaveProperty("review_status");
	expect(initialFeedback("up", given)).toEqual(emptyFeedback("up"));
	expect(initialFeedback("up", null)).toEqual(emptyFeedback("up"));
});
