import { expect, test } from "vitest";
import { formatLimits } from "./limit-text.ts";

test("VOICES-036 shows how many of round(1.5 x voice_limit + 50) edits are left", () => {
	const counts = { voice_slots_used: 3, voice_limit: 10, max_voice_add_edits: null, voice_add_edit_counter: 24 };
	expect(formatLimits(counts)).toBe("3 of 10 voices, 41 of 65 edits left");
	// 1.5 x 3 + 50 = 54.5
	expect(formatLimits({ ...counts, voice_limit: 3, voice_add_edit_counter: 0 })).toMatch(/55 of 55 edits left$/);
	expect(formatLimits({ ...counts, voice_add_edit_counter: 99 })).toMatch(/ 0 of 65 edits left$/);
});
