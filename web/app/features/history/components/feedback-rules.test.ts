import { feedbackForm } from "@timbre/contract/history.ts";
import { playerItem } from "@timbre/ui/audio/player-item.ts";
import { expect, test } from "vitest";
import {
	asksForFeedback,
	complaints,
	emptyFeedback,
	isLocked,
	opensDialog,
	startingFeedback,
} from "./feedback-rules.ts";

const item = (voice_name: string | null) =>
	playerItem({ id: "a", type: "text-to-speech", player: { title: "Hello", voice_name } });
const given = { ...emptyFeedback("down"), glitches: true, feedback: "It stutters.", review_status: "not_reviewed" };

test("PLAYER-024 PLAYER-025 PLAYER-026 one is asked when enough was heard, the feature is on and the item has a voice name", () => {
	expect(asksForFeedback({ heard: true, enabled: true, item: item("Ada") })).toBe(true);
	expect(asksForFeedback({ heard: false, enabled: true, item: item("Ada") })).toBe(false);
	expect(asksForFeedback({ heard: true, enabled: false, item: item("Ada") })).toBe(false);
	expect(asksForFeedback({ heard: true, enabled: true, item: item(null) })).toBe(false);
});

test("PLAYER-027 PLAYER-028 a thumb up asks for a text of up to 400 characters, a thumb down always", () => {
	const extra = (length: number) => ({ text: "a".repeat(length), feedback: null });
	expect([400, 401].map((length) => opensDialog("up", extra(length)))).toEqual([true, false]);
	expect([400, 40_000].map((length) => opensDialog("down", extra(length)))).toEqual([true, true]);
});

test("HISTORY-005 feedback is locked unless it is not reviewed, and a locked one is shown, not sent", () => {
	expect(isLocked(null)).toBe(false);
	expect(isLocked(given)).toBe(false);
	expect(isLocked({ ...given, review_status: "reviewed" })).toBe(true);
	const extra = { text: "a".repeat(500), feedback: { ...given, review_status: "reviewed" } };
	expect(opensDialog("up", extra)).toBe(true);
});

test("PLAYER-032 PLAYER-041 five complaints set five fields, in this order", () => {
	expect(complaints.map(({ label, field }) => [label, field])).toEqual([
		["Audio monotone and lacks emotions", "emotions"],
		["Voice is not similar to selected speaker", "inaccurate_clone"],
		["Voice changes across the output", "glitches"],
		["Audio generated is of poor quality", "audio_quality"],
		["Other", "other"],
	]);
});

test("PLAYER-029 PLAYER-030 PLAYER-031 praise is empty or 20 to 200 characters; a complaint may be short", () => {
	const fault = (thumb: "up" | "down", feedback: string) =>
		feedbackForm.safeParse({ ...emptyFeedback(thumb), feedback }).error?.issues[0]?.message;
	expect(fault("up", "")).toBeUndefined();
	expect(fault("up", "Nice.")).toBe("Feedback must be at least 20 characters long");
	expect(fault("up", "a".repeat(20))).toBeUndefined();
	expect(fault("up", "a".repeat(200))).toBeUndefined();
	expect(fault("up", "a".repeat(201))).toContain("200");
	expect(fault("down", "Bad.")).toBeUndefined();
});

test("what was said before is where one starts again, if the thumb is the same", () => {
	expect(startingFeedback("down", given)).toMatchObject({ glitches: true, feedback: "It stutters." });
	expect(startingFeedback("down", given)).not.toHaveProperty("review_status");
	expect(startingFeedback("up", given)).toEqual(emptyFeedback("up"));
	expect(startingFeedback("up", null)).toEqual(emptyFeedback("up"));
});
