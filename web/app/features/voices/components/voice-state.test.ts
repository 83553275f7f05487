import type { Voice } from "@timbre/contract/voices.entities.ts";
import { expect, test } from "vitest";
import { voiceState } from "./voice-state.ts";

const usable = {
	disabled: false,
	tooltip: null,
	safety_control: null,
	sharing: null,
	fine_tuning: null,
	voice_verification: null,
} as unknown as Voice;
const label = (patch: object) => voiceState({ ...usable, ...patch } as Voice)?.label;

test("a voice says what keeps it from speaking, the gravest first", () => {
	expect(voiceState(usable)).toBeNull();
	expect(label({ safety_control: "BAN", disabled: true })).toBe("Blocked");
	expect(label({ sharing: { status: "copied_disabled" }, disabled: true })).toBe("No longer available");
	expect(label({ voice_verification: { requires_verification: true, is_verified: false }, disabled: true })).toBe(
		"Needs consent",
	);
	expect(label({ voice_verification: { requires_verification: true, is_verified: true } })).toBeUndefined();
	expect(label({ safety_control: "CAPTCHA" })).toBe("To be verified");
	expect(voiceState({ ...usable, disabled: true, tooltip: "Consent was taken back." })).toMatchObject({
		detail: "Consent was taken back.",
	});
});

test("a voice in the making says how far it is, and what is done in the server's words", () => {
	const fine_tuning = { state: { m: "fine_tuning" }, progress: { m: 0.42 }, message: { m: "Listening" } };
	expect(voiceState({ ...usable, voice_id: "v", fine_tuning } as unknown as Voice)).toEqual({
		tone: "neutral",
		label: "In the making, 42 %",
		detail: "Listening",
		next: { to: "/app/voice-lab/clone?voice=v", label: "See how it goes" },
	});
	expect(label({ fine_tuning: { ...fine_tuning, state: { m: "failed" } } })).toBe("Failed");
	expect(label({ fine_tuning: { ...fine_tuning, state: { m: "fine_tuned" } } })).toBeUndefined();
});
