import { expect, test } from "vitest";
import { parseBlend } from "../speech/blend.ts";
import { adjustVoice, designVoices } from "./design.ts";
import { type expectedOf, genderOf, paletteOf } from "./palette.ts";
import { traitResults } from "./trait-results.ts";

const palette = paletteOf("kokoro");
const known = new Set(palette.map(({ speaker }) => speaker));
const design = (description: string, more: { seed?: number; from?: string; strength?: number; piper?: boolean } = {}) =>
	designVoices({ description, engine: "kokoro", seed: 1, ...more });
const measuredAs = ({ pitchHz, pitchSpread, syllablesPerSecond, brightnessHz }: ReturnType<typeof expectedOf>) => ({
	pitchHz,
	pitchSpread,
	syllablesPerSecond,
	brightnessHz,
	envelope: [],
	speechSeconds: 5,
	seconds: 5,
});

test("designs three different blends that the engine can speak", () => {
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

test("repeats the voices of a seed and varies them between seeds", () => {
	const names = (seed: number) => design("A calm woman", { seed }).voices.map(({ speaker }) => speaker);
	expect(names(5)).toEqual(names(5));
	expect(names(5)).not.toEqual(names(6));
});

test.each(["female", "male"] as const)("blends a %s voice from speakers of that gender", (gender) => {
	const { voices } = design(`A ${gender} narrator with a warm tone`);
	for (const { blend } of voices) expect(blend && genderOf(palette, blend)).toBe(gender);
});

test("moves pitch, pace, brightness and liveliness in the requested direction", () => {
	const mean = (description: string, measure: "pitchHz" | "syllablesPerSecond" | "brightnessHz" | "pitchSpread") =>
		design(description).voices.reduce((sum, { expected }) => sum + expected[measure] / 3, 0);
	for (const person of ["woman", "man"]) {
		expect(mean(`A deep ${person}`, "pitchHz")).toBeLessThan(0.9 * mean(`A high-pitched ${person}`, "pitchHz"));
		expect(mean(`A slow ${person}`, "syllablesPerSecond")).toBeLessThan(
			0.85 * mean(`A fast ${person}`, "syllablesPerSecond"),
		);
		expect(mean(`A warm ${person}`, "brightnessHz")).toBeLessThan(mean(`A bright ${person}`, "brightnessHz"));
		expect(mean(`A calm ${person}`, "pitchSpread")).toBeLessThan(mean(`A lively ${person}`, "pitchSpread"));
	}
});

test("uses British speakers for a British accent and reports an unavailable accent as not met", () => {
	const british = design("A British woman reading");
	expect(british.language).toBe("en-GB");
	for (const { speaker } of british.voices) expect(speaker.slice(6)).toMatch(/^b/);
	const scottish = design("A Scottish man reading");
	const [voice] = scottish.voices;
	expect(voice && traitResults(scottish, voice, measuredAs(voice.expected))).toContainEqual(
		expect.objectContaining({ trait: "accent", asked: "scottish", met: false }),
	);
});

test("reports age as neither met nor missed, because it can't be measured", () => {
	const young = design("A young woman");
	const [voice] = young.voices;
	expect(voice && traitResults(young, voice, measuredAs(voice.expected))).toContainEqual(
		expect.objectContaining({ trait: "age", met: null, measured: null }),
	);
});

test("lowers the prosody of a voice that is too high and keeps its timbre", () => {
	const low = design("A deep man with a slow pace");
	const [voice] = low.voices;
	if (!voice) throw new Error("no voice");
	const measured = measuredAs({ ...voice.expected, pitchHz: voice.expected.pitchHz * 1.25 });
	const better = adjustVoice(low, voice, measured);
	expect(better?.blend?.timbre).toEqual(voice.blend?.timbre);
	expect(better?.expected.pitchHz).toBeLessThan(voice.expected.pitchHz);
	expect(adjustVoice(low, voice, measuredAs({ ...voice.expected, pitchHz: low.targets.pitchHz ?? 0 }))).toBeUndefined();
});

test("keeps most of the source voice in a remix, and more of it at low prompt strength", () => {
	const sourceShares = (strength: number) =>
		design("slower and deeper", { from: "bf_emma", strength }).voices.map(({ blend }) => blend?.timbre.bf_emma ?? 0);
	for (const share of sourceShares(1)) expect(share).toBeGreaterThan(0.5);
	expect(Math.min(...sourceShares(0.2))).toBeGreaterThan(Math.max(...sourceShares(2)));
});

test("does not accumulate speakers over repeated remixes", () => {
	let from = "af_heart";
	for (let round = 0; round < 12; round++) {
		const [voice] = design("a little brighter", { from, seed: round }).voices;
		from = voice?.speaker ?? "";
		expect(parseBlend(from, known)).toBeDefined();
	}
});
