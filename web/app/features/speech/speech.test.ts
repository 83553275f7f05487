import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { expect, test } from "vitest";
import { priceOf, priceWords } from "./components/cost-line.tsx";
import { formatGate, formatLabel } from "./components/formats.ts";
import { misreadWords } from "./components/misread-mark.tsx";
import { movedSentences, paidPieces } from "./components/paid-sentences.ts";
import { sliders, thumbTip } from "./components/setting-slider.tsx";
import { checksTakes, defaultSettings, parseSettings, speechRequest } from "./components/speech-request.ts";
import { resolveVoice } from "./components/voice-and-model.ts";

const sentences = [
	{ start: 0, end: 4, new: false },
	{ start: 5, end: 9, new: true },
	{ start: 10, end: 14, new: false },
];

test("sentences before and after a change stay known, the changed one does not", () => {
	const moved = movedSentences("One. Two. Six.", "One. Twenty. Six.", sentences);
	expect(moved).toEqual([
		{ start: 0, end: 4, new: false },
		{ start: 13, end: 17, new: false },
	]);
});

test("a text that is only cut short loses the sentences cut", () => {
	expect(movedSentences("One. Two. Six.", "One. T", sentences)).toEqual([{ start: 0, end: 4, new: false }]);
});

test("pieces make the whole text again and only sentences on record are paid", () => {
	const pieces = paidPieces("One. Two. Six.", sentences);
	expect(pieces.map((piece) => piece.text).join("")).toBe("One. Two. Six.");
	expect(pieces.filter((piece) => piece.paid).map((piece) => piece.text)).toEqual(["One.", "Six."]);
});

const voice = { language: "en-GB" } as Voice;
const model = { model_id: "m", capabilities: ["speed"] } as unknown as Model;

test("a setting the model cannot act on is not sent", () => {
	const request = speechRequest({ text: "Hi.", voice, model, settings: { ...defaultSettings, style: 1, speed: 1.2 } });
	expect(request.voice_settings).toEqual({ speed: 1.2 });
	expect(request.new_take).toBeUndefined();
});

test("takes of English voices are checked unless one says no, others never", () => {
	expect(checksTakes(voice, { takeCheck: null })).toBe(true);
	expect(checksTakes(voice, { takeCheck: false })).toBe(false);
	expect(checksTakes({ language: "es" }, { takeCheck: true })).toBe(false);
});

test("settings of another time or kind are passed over", () => {
	expect(parseSettings('{"speed":1.5,"stability":"high","dictionaries":[1],"unknown":2}')).toEqual({
		...defaultSettings,
		speed: 1.5,
	});
	expect(parseSettings("not json")).toEqual(defaultSettings);
});

test("a format that the plan does not have says which plan has it", () => {
	expect(formatGate("wav_44100", "free")).toBe("With the Pro plan and above");
	expect(formatGate("wav_44100", "enterprise")).toBeUndefined();
	expect(formatGate("mp3_44100_128", "free")).toBeUndefined();
	expect(formatLabel("mp3_44100_128")).toBe("MP3, 44.1 kHz, 128 kbit/s");
});

test("the price says what is new, and only that is paid", () => {
	expect(priceWords({ characters: 412, known: { newCharacters: 38, credits: 38 } })).toBe(
		"412 characters, 38 new: 38 credits",
	);
	expect(priceWords({ characters: 1, known: { newCharacters: 1, credits: 1 } })).toBe("1 character: 1 credit");
	const facts = { failed: undefined, limit: 100, left: 10, empty: false };
	expect(priceOf({ ...facts, characters: 50, known: { newCharacters: 10, credits: 10 } }).ready).toBe(true);
	expect(priceOf({ ...facts, characters: 50, known: { newCharacters: 11, credits: 11 } }).tooDear).toBe(true);
	expect(priceOf({ ...facts, characters: 50, known: { newCharacters: 11, credits: 11 }, extends: true }).ready).toBe(
		true,
	);
	expect(priceOf({ ...facts, characters: 101, known: undefined }).tooLong).toBe(true);
});

test("VOICES-028 a thumb in an unstable range says so, and nowhere else", () => {
	expect(thumbTip(sliders.stability, 0.2)).toBe("20 % - Unstable");
	expect(thumbTip(sliders.stability, 0.5)).toBe("50 %");
	expect(thumbTip(sliders.speed, 1.75)).toBe("1.75× - Unstable");
	for (const name of ["speed", "stability", "similarity_boost", "style"] as const)
		expect(thumbTip(sliders[name], defaultSettings[name])).not.toContain("Unstable");
});

test("what was misread is said in words", () => {
	expect(misreadWords({ kind: "changed", expected: "colonel", heard: "kernel" })).toBe(
		"Heard: “kernel” instead of “colonel”.",
	);
	expect(misreadWords({ kind: "dropped", expected: "now", heard: null })).toBe("“now” was not heard.");
});

test("SPEECH-004 the model is the one chosen last, else the first; and the voice is one it can speak", () => {
	const models = [{ model_id: "one" }, { model_id: "two" }] as Model[];
	const voices = [
		{ voice_id: "a", high_quality_base_model_ids: ["one"] },
		{ voice_id: "b", high_quality_base_model_ids: ["two"] },
		{ voice_id: "c", high_quality_base_model_ids: ["two"] },
	] as Voice[];
	const resolve = (modelId: string, voiceId: string, recent: string[] = [], asked: string | null = null) => {
		const found = resolveVoice({ voices, models, modelId, voiceId, recent }, asked);
		return `${found.model?.model_id} ${found.voice?.voice_id}`;
	};
	expect(resolve("", "")).toBe("one a");
	expect(resolve("gone", "gone")).toBe("one a");
	expect(resolve("two", "a")).toBe("two b");
	expect(resolve("two", "a", ["c"])).toBe("two c");
	expect(resolve("two", "c")).toBe("two c");
	expect(resolve("one", "a", [], "b")).toBe("two b");
});

test("VOICES-026 the voice is the one chosen last; where none was, or it is no longer there, the first available", () => {
	const models = [{ model_id: "one" }] as Model[];
	const voices = ["a", "b"].map((id) => ({ voice_id: id, high_quality_base_model_ids: ["one"] })) as Voice[];
	const resolve = (voiceId: string, recent: string[] = []) =>
		resolveVoice({ voices, models, modelId: "", voiceId, recent }, null).voice?.voice_id;
	expect(resolve("b")).toBe("b");
	expect(resolve("")).toBe("a");
	expect(resolve("gone", ["b"])).toBe("a");
	expect(resolveVoice({ voices: [], models, modelId: "", voiceId: "a", recent: [] }, null).voice).toBeUndefined();
});
