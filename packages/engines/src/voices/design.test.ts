import { expect, test } from "vitest";
import { parseBlend } from "../speech/blend.ts";
import { adjusted, designVoices } from "./design.ts";
import { verdicts } from "./judge.ts";
import { type expectedOf, genderOf, paletteOf } from "./palette.ts";

const palette = paletteOf("kokoro");
const known = new Set(palette.map(({ speaker }) => speaker));
const design = (description: string, more: { seed?: number; from?: string; strength?: number; piper?: boolean } = {}) =>
	designVoices({ description, engine: "kokoro", seed: 1, ...more });
const heardAs = ({ pitchHz, pitchSpread, syllablesPerSecond, brightnessHz }: ReturnType<typeof expectedOf>) => ({
	pitchHz,
	pitchSpread,
	syllablesPerSecond,
	brightnessHz,
	envelope: [],
	speechSeconds: 5,
	seconds: 5,
});

test("every voice that is offered is a mix that the engine can speak, the three mostly made of different speakers", () => {
	for (const description of [
		"A deep old British man",
		"A lively young woman",
		"Any voice will do here",
		"Une femme speaking French",
	]) {
		const { voices } = design(description);
		expect(voices).toHaveLength(3);
		for (const { speaker } of voices) expect(parseBlend(speaker, known)).toBeDefined();
		expect(new Set(voices.map(({ speaker }) => speaker)).size).toBe(3);
	}
});

test("the same seed gives the same three, another gives others", () => {
	const names = (seed: number) => design("A calm woman", { seed }).voices.map(({ speaker }) => speaker);
	expect(names(5)).toEqual(names(5));
	expect(names(5)).not.toEqual(names(6));
});

test.each(["female", "male"] as const)("a %s voice is mixed from such voices", (gender) => {
	const { voices } = design(`A ${gender} narrator with a warm tone`);
	for (const { blend } of voices) expect(blend && genderOf(palette, blend)).toBe(gender);
});

test("pitch, pace, brightness and liveliness go the asked way, both ways", () => {
	const mean = (description: string, what: "pitchHz" | "syllablesPerSecond" | "brightnessHz" | "pitchSpread") =>
		design(description).voices.reduce((sum, { expected }) => sum + expected[what] / 3, 0);
	for (const who of ["woman", "man"]) {
		expect(mean(`A deep ${who}`, "pitchHz")).toBeLessThan(0.9 * mean(`A high-pitched ${who}`, "pitchHz"));
		expect(mean(`A slow ${who}`, "syllablesPerSecond")).toBeLessThan(
			0.85 * mean(`A fast ${who}`, "syllablesPerSecond"),
		);
		expect(mean(`A warm ${who}`, "brightnessHz")).toBeLessThan(mean(`A bright ${who}`, "brightnessHz"));
		expect(mean(`A calm ${who}`, "pitchSpread")).toBeLessThan(mean(`A lively ${who}`, "pitchSpread"));
	}
});

test("an accent decides the sounds: a British voice is mostly British speakers; one that is not here is told not to be met", () => {
	const british = design("A British woman reading");
	expect(british.language).toBe("en-GB");
	for (const { speaker } of british.voices) expect(speaker.slice(6)).toMatch(/^b/);
	const scottish = design("A Scottish man reading");
	const [voice] = scottish.voices;
	expect(voice && verdicts(scottish, voice, heardAs(voice.expected))).toContainEqual(
		expect.objectContaining({ trait: "accent", asked: "scottish", met: false }),
	);
});

test("what cannot be measured is not claimed: age is neither met nor missed", () => {
	const young = design("A young woman");
	const [voice] = young.voices;
	expect(voice && verdicts(young, voice, heardAs(voice.expected))).toContainEqual(
		expect.objectContaining({ trait: "age", met: null, measured: null }),
	);
});

test("a voice that came out too high is put right by a lower manner, its timbre left as it is", () => {
	const low = design("A deep man with a slow pace");
	const [voice] = low.voices;
	if (!voice) throw new Error("no voice");
	const heard = heardAs({ ...voice.expected, pitchHz: voice.expected.pitchHz * 1.25 });
	const better = adjusted(low, voice, heard);
	expect(better?.blend?.timbre).toEqual(voice.blend?.timbre);
	expect(better?.expected.pitchHz).toBeLessThan(voice.expected.pitchHz);
	expect(adjusted(low, voice, heardAs({ ...voice.expected, pitchHz: low.aim.pitchHz ?? 0 }))).toBeUndefined();
});

test("a remix keeps most of the voice it began from, and more of it where the prompt counts little", () => {
	const kept = (strength: number) =>
		design("slower and deeper", { from: "bf_emma", strength }).voices.map(({ blend }) => blend?.timbre.bf_emma ?? 0);
	for (const share of kept(1)) expect(share).toBeGreaterThan(0.5);
	expect(Math.min(...kept(0.2))).toBeGreaterThan(Math.max(...kept(2)));
});

test("a remix of a remix does not gather speakers without end", () => {
	let from = "af_heart";
	for (let round = 0; round < 12; round++) {
		const [voice] = design("a little brighter", { from, seed: round }).voices;
		from = voice?.speaker ?? "";
		expect(parseBlend(from, known)).toBeDefined();
	}
});
