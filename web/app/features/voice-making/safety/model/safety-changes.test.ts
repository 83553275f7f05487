import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { expect, test } from "vitest";
import { isCloningPage, newlyControlled } from "./safety-changes.ts";

const voice = (voice_id: string, more: Partial<Pick<Voice, "safety_control">> = {}) => ({
	voice_id,
	safety_control: null,
	...more,
});

test("SAFETY-005 opens no dialog for the first list", () => {
	expect(
		newlyControlled(undefined, [voice("a", { safety_control: "BAN" }), voice("b", { safety_control: "CAPTCHA" })]),
	).toEqual([]);
});

test("opens a dialog only for voices with a new safety control", () => {
	const before = [
		voice("a", { safety_control: "BAN" }),
		voice("b"),
		voice("c", { safety_control: "CAPTCHA" }),
		voice("d"),
	];
	const now = [
		voice("a", { safety_control: "BAN" }),
		voice("b", { safety_control: "CAPTCHA" }),
		voice("c", { safety_control: "BAN" }),
		voice("d"),
		voice("e", { safety_control: "CAPTCHA" }),
	];
	expect(newlyControlled(before, now).map((one) => `${one.voice_id} ${one.safety_control}`)).toEqual([
		"b CAPTCHA",
		"c BAN",
		"e CAPTCHA",
	]);
	expect(newlyControlled(now, before)).toEqual([expect.objectContaining({ voice_id: "c", safety_control: "CAPTCHA" })]);
});

test.each([
	["/app/voice-lab/clone", "", true],
	["/app/voice-lab/clone/", "", true],
	["/app/voice-lab/clone/abc", "", true],
	["/app/professional-voice-cloning", "?voice=a", true],
	["/app/voice-lab", "?creationType=cloneVoice", true],
	["/app/voice-lab", "", false],
	["/app/voice-lab/clones", "", false],
	["/app/voice-lab", "?creationType=other", false],
])("%s%s is a cloning page: %s", (pathname, search, cloning) => {
	expect(isCloningPage(pathname, search)).toBe(cloning);
});
