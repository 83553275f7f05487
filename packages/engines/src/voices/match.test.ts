import { expect, test } from "vitest";
import { parseBlend } from "../speech/blend.ts";
import { type MatchProgress, matchVoice } from "./match.ts";
import type { Measured } from "./measure.ts";
import { expectedOf, paletteOf } from "./palette.ts";
import { cosine, meanVector } from "./speaker.ts";

const palette = paletteOf("kokoro");
const known = new Set(palette.map(({ speaker }) => speaker));
const voice = (speaker: string) => {
	const found = palette.find((one) => one.speaker === speaker);
	if (!found) throw new Error(`no ${speaker}`);
	return found;
};

/** A world in which a mix sounds exactly as its speakers weigh, but for a pitch that comes out a little high. */
function heard(name: string): Measured {
	const blend = parseBlend(name, known) ?? { timbre: { [name]: 1 }, manner: { [name]: 1 }, pace: 1 };
	const { pitchHz, pitchSpread, brightnessHz } = expectedOf(palette, blend);
	const vector = meanVector(Object.entries(blend.timbre).map(([id, weight]) => ({ vector: voice(id).vector, weight })));
	const traits = { pitchHz: pitchHz * 1.07, pitchSpread, brightnessHz, syllablesPerSecond: 4 * blend.pace };
	return { vector, traits: { ...traits, envelope: [], speechSeconds: 4, seconds: 4 } };
}

const target = (parts: Record<string, number>, pitchHz: number, syllablesPerSecond = 4): Measured => ({
	vector: meanVector(Object.entries(parts).map(([id, weight]) => ({ vector: voice(id).vector, weight }))),
	traits: {
		pitchHz,
		pitchSpread: 2.5,
		syllablesPerSecond,
		brightnessHz: 2000,
		envelope: [],
		speechSeconds: 10,
		seconds: 12,
	},
});

const matching = (wanted: Measured, tries = 30, onProgress?: (progress: MatchProgress) => void) =>
	matchVoice({
		target: wanted,
		engine: "kokoro",
		tries,
		hear: async (name) => heard(name),
		judge: async (name) => heard(name),
		onProgress,
	});

test("a voice between two speakers is found between them, nearer than any one of all", async () => {
	const wanted = target({ af_heart: 0.5, bf_emma: 0.3, af_kore: 0.2 }, 190);
	const { speaker, similarity, nearest } = await matching(wanted);
	expect(parseBlend(speaker, known)).toBeDefined();
	expect(similarity).toBeGreaterThan(nearest.similarity);
	expect(nearest.similarity).toBeCloseTo(Math.max(...palette.map(({ vector }) => cosine(vector, wanted.vector))), 1);
});

test.each([95, 130, 180, 230])(
	"the pitch is %i Hz in the end, though mixes come out a little high",
	async (pitchHz) => {
		const found = await matching(target({ am_adam: 0.6, bm_george: 0.4 }, pitchHz));
		expect(Math.abs(found.pitchHz / pitchHz - 1)).toBeLessThan(0.05);
		expect(found.targetPitchHz).toBe(pitchHz);
	},
);

test("the pace follows the samples within what still sounds like a person", async () => {
	const pace = async (rate: number) =>
		parseBlend((await matching(target({ af_sky: 1 }, 200, rate))).speaker, known)?.pace;
	expect(await pace(4.4)).toBeCloseTo(1.1, 1);
	expect(await pace(40)).toBe(1.25);
});

test("it hears no more mixes than it may, tells how far it is, and finds the same again", async () => {
	const wanted = target({ am_liam: 0.7, am_onyx: 0.3 }, 110);
	const told: MatchProgress[] = [];
	const first = await matching(wanted, 12, (progress) => told.push(progress));
	expect(first.tried).toBeLessThanOrEqual(12 + 3);
	expect(told.at(-1)).toMatchObject({ done: 15, total: 15 });
	expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
	expect((await matching(wanted, 12)).speaker).toBe(first.speaker);
});

test("an engine that cannot mix is said to be none", async () => {
	const call = matchVoice({
		target: target({ af_sky: 1 }, 200),
		engine: "espeak",
		hear: async () => heard("af_sky"),
		judge: async () => heard("af_sky"),
	});
	await expect(call).rejects.toThrow("no speakers that can be mixed");
});
