import type { Voice } from "@timbre/contract/voices/schemas.ts";
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

test("reports why a voice is unusable, most serious reason first", () => {
	expect(voiceState(usable)).toBeNull();
	expect(label({ safety_control: "BAN", disabled: true })).toBe("Blocked");
	expect(label({ sharing: { status: "copied_disabled" }, disabled: true })).toBe("No longer available");
	expect(label({ voice_verification: { requires_verification: true, is_verified: false }, disabled: true })).toBe(
		"Needs consent",
	);
	expect(label({ voice_verification: { requires_verification: true, is_verified: true } })).toBeUndefined();
	expect(label({ safety_control: "CAPTCHA" })).toBe("Needs verification");
	expect(voiceState({ ...usable, disabled: true, tooltip: "Consent was revoked." })).toMatchObject({
		detail: "Consent was revoked.",
	});
});

test("shows training progress with the server's message", () => {
	const fine_tuning = { state: { m: "fine_tuning" }, progress: { m: 0.42 }, message: { m: "Analyzing recordings" } };
	expect(voiceState({ ...usable, voice_id: "v", fine_tuning } as unknown as Voice)).toEqual({
		tone: "neutral",
		label: "Processing, 42%",
		detail: "Analyzing recordings",
		next: { to: "/app/voice-lab/clone?voice=v", label: "View progress" },
	});
	expect(label({ fine_tuning: { ...fine_tuning, state: { m: "failed" } } })).toBe("Failed");
	expect(label({ fine_tuning: { ...fine_tuning, state: { m: "fine_tuned" } } })).toBeUndefined();
});
