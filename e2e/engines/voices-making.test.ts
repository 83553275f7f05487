// Voices that were designed and matched, with real weights: a part of what tools/bench/voices.ts measures in full.
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

test("VOICES-055 designed voices are lower and slower than usual ones when that was asked, differ, and are understood", async () => {
	const [low] = cases;
	if (!low) throw new Error("no case");
	const { design, previews, difference } = await studio.design(low.description, 3);
	const mean = (what: "pitchHz" | "syllablesPerSecond") =>
		previews.reduce((sum, { traits }) => sum + traits[what] / previews.length, 0);
	expect(previews).toHaveLength(3);
	// What is usual was measured of the shipped voices once; the bench renders it anew beside each description.
	expect(mean("pitchHz")).toBeLessThan(0.94 * design.usual.pitchHz);
	expect(mean("syllablesPerSecond")).toBeLessThan(0.94 * design.usual.syllablesPerSecond);
	expect(difference).toBeGreaterThan(1);
	const errors = previews.reduce((sum, preview) => sum + preview.errors, 0);
	const words = previews.reduce((sum, preview) => sum + preview.words, 0);
	expect(errors / words).toBeLessThanOrEqual(0.05);
});

const noClip = existsSync(clip) ? "" : " [skipped: the recordings of ../shared are not here]";
test.skipIf(noClip)(
	`a voice matched to a recording has its pitch, and is nearer to it than the nearest shipped one${noClip}`,
	async () => {
		const signal = new AbortController().signal;
		const found = await studio.works.match([await readFile(clip)], { engine: "kokoro", tries: 8 }, signal, () => {});
		expect(Math.abs(found.pitchHz / found.targetPitchHz - 1)).toBeLessThan(0.1);
		expect(found.similarity).toBeGreaterThan(found.nearest.similarity);
	},
);
