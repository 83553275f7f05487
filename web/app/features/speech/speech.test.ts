import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { expect, test } from "vitest";
import { formatGate, formatLabel } from "./model/formats.ts";
import { describeMisread } from "./model/misread.ts";
import { paidSpans, shiftSpans } from "./model/paid-sentences.ts";
import { priceOf, priceText } from "./model/price.ts";
import { sliders, thumbTip } from "./model/sliders.ts";
import { defaultSettings, parseSettings, speechRequest, takeCheckEnabled } from "./model/speech-request.ts";
import { resolveVoice } from "./model/voice-and-model.ts";

const sentences = [
	{ start: 0, end: 4, new: false },
	{ start: 5, end: 9, new: true },
	{ start: 10, end: 14, new: false },
];

test("keeps sentences before and after an edit and drops the edited one", () => {
	const moved = shiftSpans("One. Two. Six.", "One. Twenty. Six.", sentences);
	expect(moved).toEqual([
		{ start: 0, end: 4, new: false },
		{ start: 13, end: 17, new: false },
	]);
});

test("drops sentences that were cut off", () => {
	expect(shiftSpans("One. Two. Six.", "One. T", sentences)).toEqual([{ start: 0, end: 4, new: false }]);
});

test("spans add up to the full text, and only known sentences are marked as paid", () => {
	const spans = paidSpans("One. Two. Six.", sentences);
	expect(spans.map((span) => span.text).join("")).toBe("One. Two. Six.");
	expect(spans.filter((span) => span.paid).map((span) => span.text)).toEqual(["One.", "Six."]);
});

const voice = { language: "en-GB" } as Voice;
const model = { model_id: "m", capabilities: ["speed"] } as unknown as Model;

test("omits settings the model does not support", () => {
	const request = speechRequest({ text: "Hi.", voice, model, settings: { ...defaultSettings, style: 1, speed: 1.2 } });
	expect(request.voice_settings).toEqual({ speed: 1.2 });
	expect(request.new_take).toBeUndefined();
});

test("checks takes of English voices by default, and of other voices never", () => {
	expect(takeCheckEnabled(voice, { takeCheck: null })).toBe(true);
	expect(takeCheckEnabled(voice, { takeCheck: false })).toBe(false);
	expect(takeCheckEnabled({ language: "es" }, { takeCheck: true })).toBe(false);
});

test("ignores stored settings that are unknown or invalid", () => {
	expect(parseSettings('{"speed":1.5,"stability":"high","dictionaries":[1],"unknown":2}')).toEqual({
		...defaultSettings,
		speed: 1.5,
	});
	expect(parseSettings("not json")).toEqual(defaultSettings);
});

test("names the plan that a format requires", () => {
	expect(formatGate("wav_44100", "free")).toBe("Requires the Pro plan or higher");
	expect(formatGate("wav_44100", "enterprise")).toBeUndefined();
	expect(formatGate("mp3_44100_128", "free")).toBeUndefined();
	expect(formatLabel("mp3_44100_128")).toBe("MP3, 44.1 kHz, 128 kbit/s");
});

test("the price counts only new characters", () => {
	expect(priceText({ characters: 412, estimate: { newCharacters: 38, credits: 38 } })).toBe(
		"412 characters, 38 new: 38 credits",
	);
	expect(priceText({ characters: 1, estimate: { newCharacters: 1, credits: 1 } })).toBe("1 character: 1 credit");
	const input = { failed: undefined, limit: 100, left: 10, empty: false };
	expect(priceOf({ ...input, characters: 50, estimate: { newCharacters: 10, credits: 10 } }).ready).toBe(true);
	expect(priceOf({ ...input, characters: 50, estimate: { newCharacters: 11, credits: 11 } }).overCredits).toBe(true);
	expect(
		priceOf({ ...input, characters: 50, estimate: { newCharacters: 11, credits: 11 }, allowsOverage: true }).ready,
	).toBe(true);
	expect(priceOf({ ...input, characters: 101, estimate: undefined }).tooLong).toBe(true);
});

test("VOICES-028 the thumb tooltip warns only in unstable ranges", () => {
	expect(thumbTip(sliders.stability, 0.2)).toBe("20% - Unstable");
	expect(thumbTip(sliders.stability, 0.5)).toBe("50%");
	expect(thumbTip(sliders.speed, 1.75)).toBe("1.75× - Unstable");
	for (const name of ["speed", "stability", "similarity_boost", "style"] as const)
		expect(thumbTip(sliders[name], defaultSettings[name])).not.toContain("Unstable");
});

test("describes misread words", () => {
	expect(describeMisread({ kind: "changed", expected: "colonel", heard: "kernel" })).toBe(
		"Sounds like “kernel” instead of “colonel”.",
	);
	expect(describeMisread({ kind: "dropped", expected: "now", heard: null })).toBe("“now” is missing from the audio.");
});

test("SPEECH-004 picks the last chosen model or the first, and a voice compatible with it", () => {
	const models = [{ model_id: "one" }, { model_id: "two" }] as Model[];
	const voices = [
		{ voice_id: "a", high_quality_base_model_ids: ["one"] },
		{ voice_id: "b", high_quality_base_model_ids: ["two"] },
		{ voice_id: "c", high_quality_base_model_ids: ["two"] },
	] as Voice[];
	const resolve = (modelId: string, voiceId: string, recent: string[] = [], requestedVoiceId: string | null = null) => {
		const found = resolveVoice({ voices, models, modelId, voiceId, recent }, requestedVoiceId);
		return `${found.model?.model_id} ${found.voice?.voice_id}`;
	};
	expect(resolve("", "")).toBe("one a");
	expect(resolve("gone", "gone")).toBe("one a");
	expect(resolve("two", "a")).toBe("two b");
	expect(resolve("two", "a", ["c"])).toBe("two c");
	expect(resolve("two", "c")).toBe("two c");
	expect(resolve("one", "a", [], "b")).toBe("two b");
});

test("VOICES-026 picks the last chosen voice, or the first if it is not available", () => {
	const models = [{ model_id: "one" }] as Model[];
	const voices = ["a", "b"].map((id) => ({ voice_id: id, high_quality_base_model_ids: ["one"] })) as Voice[];
	const resolve = (voiceId: string, recent: string[] = []) =>
		resolveVoice({ voices, models, modelId: "", voiceId, recent }, null).voice?.voice_id;
	expect(resolve("b")).toBe("b");
	expect(resolve("")).toBe("a");
	expect(resolve("gone", ["b"])).toBe("a");
	expect(resolveVoice({ voices: [], models, modelId: "", voiceId: "a", recent: [] }, null).voice).toBeUndefined();
});
