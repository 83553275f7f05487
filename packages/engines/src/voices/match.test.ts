import { expect, test } from "vitest";
import { parseBlend } from "../speech/blend.ts";
import { type MatchProgress, matchVoice } from "./match.ts";
import type { VoiceMeasurement } from "./measure/measure.ts";
import { cosine, meanVector } from "./measure/speaker.ts";
import { expectedOf, paletteOf } from "./palette.ts";

const palette = paletteOf("kokoro");
const known = new Set(palette.map(({ speaker }) => speaker));
const voice = (speaker: string) => {
	const found = palette.find((one) => one.speaker === speaker);
	if (!found) throw new Error(`no ${speaker}`);
	return found;
};

/**
 * Simulates measurement: a blend sounds exactly like the weighted sum of its speakers, except for a slightly higher
 * pitch.
 */
function measured(name: string): VoiceMeasurement {
	const blend = parseBlend(name, known) ?? { timbre: { [name]: 1 }, prosody: { [name]: 1 }, pace: 1 };
	const { pitchHz, pitchSpread, brightnessHz } = expectedOf(palette, blend);
	const vector = meanVector(Object.entries(blend.timbre).map(([id, weight]) => ({ vector: voice(id).vector, weight })));
	const traits = { pitchHz: pitchHz * 1.07, pitchSpread, brightnessHz, syllablesPerSecond: 4 * blend.pace };
	return { vector, traits: { ...traits, envelope: [], speechSeconds: 4, seconds: 4 } };
}

const target = (parts: Record<string, number>, pitchHz: number, syllablesPerSecond = 4): VoiceMeasurement => ({
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

const matching = (goal: VoiceMeasurement, tries = 30, onProgress?: (progress: MatchProgress) => void) =>
	matchVoice({
		target: goal,
		engine: "kokoro",
		tries,
		measureTrial: async (name) => measured(name),
		evaluate: async (name) => measured(name),
		onProgress,
	});

test("finds a blend nearer to the target than any single speaker", async () => {
	const goal = target({ af_heart: 0.5, bf_emma: 0.3, af_kore: 0.2 }, 190);
	const { speaker, similarity, nearest } = await matching(goal);
	expect(parseBlend(speaker, known)).toBeDefined();
	expect(similarity).toBeGreaterThan(nearest.similarity);
	expect(nearest.similarity).toBeCloseTo(Math.max(...palette.map(({ vector }) => cosine(vector, goal.vector))), 1);
});

test.each([95, 130, 180, 230])("reaches a pitch of %i Hz although blends come out slightly high", async (pitchHz) => {
	const found = await matching(target({ am_adam: 0.6, bm_george: 0.4 }, pitchHz));
	expect(Math.abs(found.pitchHz / pitchHz - 1)).toBeLessThan(0.05);
	expect(found.targetPitchHz).toBe(pitchHz);
});

test("follows the pace of the samples within a natural range", async () => {
	const pace = async (rate: number) =>
		parseBlend((await matching(target({ af_sky: 1 }, 200, rate))).speaker, known)?.pace;
	expect(await pace(4.4)).toBeCloseTo(1.1, 1);
	expect(await pace(40)).toBe(1.25);
});

test("respects the limit on tries, reports progress and is deterministic", async () => {
	const goal = target({ am_liam: 0.7, am_onyx: 0.3 }, 110);
	const reported: MatchProgress[] = [];
	const first = await matching(goal, 12, (progress) => reported.push(progress));
	expect(first.tried).toBeLessThanOrEqual(12 + 3);
	expect(reported.at(-1)).toMatchObject({ done: 15, total: 15 });
	expect(reported.map(({ done }) => done)).toEqual(reported.map(({ done }) => done).toSorted((a, b) => a - b));
	expect((await matching(goal, 12)).speaker).toBe(first.speaker);
});

test("rejects an engine that can't blend", async () => {
	const match = matchVoice({
		target: target({ af_sky: 1 }, 200),
		engine: "espeak",
		measureTrial: async () => measured("af_sky"),
		evaluate: async () => measured("af_sky"),
	});
	await expect(match).rejects.toThrow("does not support blends");
});
