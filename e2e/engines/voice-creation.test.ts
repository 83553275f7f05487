// Designed and matched voices with real weights: a subset of what tools/bench/voices.ts measures.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "@timbre/server/core/config.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cases } from "../../tools/bench/voices/cases.ts";
import { openStudio, type Studio } from "../../tools/bench/voices/studio.ts";

const clip = join(import.meta.dirname, "../../../shared/engines/data/speech/1688-142285-0006.flac");
let studio: Studio;
beforeAll(async () => {
	studio = await openStudio(loadConfig().MODELS_DIR);
});
afterAll(async () => studio.close());

test("VOICES-055 designed voices are lower and slower when requested, differ from each other, and are intelligible", async () => {
	const [low] = cases;
	if (!low) throw new Error("no case");
	const { design, previews, difference } = await studio.design(low.description, 3);
	const mean = (trait: "pitchHz" | "syllablesPerSecond") =>
		previews.reduce((sum, { traits }) => sum + traits[trait] / previews.length, 0);
	expect(previews).toHaveLength(3);
	// The baseline was measured once on the shipped voices; the benchmark renders it anew for each description.
	expect(mean("pitchHz")).toBeLessThan(0.94 * design.baseline.pitchHz);
	expect(mean("syllablesPerSecond")).toBeLessThan(0.94 * design.baseline.syllablesPerSecond);
	expect(difference).toBeGreaterThan(1);
	const errors = previews.reduce((sum, preview) => sum + preview.errors, 0);
	const words = previews.reduce((sum, preview) => sum + preview.words, 0);
	expect(errors / words).toBeLessThanOrEqual(0.05);
});

const noClip = existsSync(clip) ? "" : " [skipped: the recordings of ../shared are not here]";
test.skipIf(noClip)(
	`a voice matched to a recording has its pitch and is closer to it than the closest shipped voice${noClip}`,
	async () => {
		const signal = new AbortController().signal;
		const found = await studio.works.match([await readFile(clip)], { engine: "kokoro", tries: 8 }, signal, () => {});
		expect(Math.abs(found.pitchHz / found.targetPitchHz - 1)).toBeLessThan(0.1);
		expect(found.similarity).toBeGreaterThan(found.nearest.similarity);
	},
);
