import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeUpload } from "../../media/upload/upload.ts";
import { voiceLike } from "../testing/voice-like.ts";
import { cosine, meanVector, speakerVector } from "./speaker.ts";

const clips = join(import.meta.dirname, "../../../../../../shared/engines/data/speech");

test("gives the same speaker the same embedding at any level, and another speaker a different one", () => {
	const one = speakerVector(voiceLike({ pitchHz: 110 }));
	const softer = speakerVector(voiceLike({ pitchHz: 110 }).map((sample) => sample / 4));
	const other = speakerVector(voiceLike({ pitchHz: 210, size: 1.25 }));
	expect(one).toHaveLength(32);
	expect(cosine(one, one)).toBeCloseTo(1, 6);
	expect(cosine(one, softer)).toBeGreaterThan(0.95);
	expect(cosine(one, other)).toBeLessThan(0.6);
});

test("gives no embedding without speech, with zero similarity", () => {
	expect(speakerVector(new Float32Array(300))).toEqual([]);
	expect(cosine([], speakerVector(voiceLike()))).toBe(0);
});

test("averages recordings to a unit vector between them", () => {
	const vectors = [110, 150].map((pitchHz) => ({ vector: speakerVector(voiceLike({ pitchHz })), weight: 1 }));
	const mean = meanVector(vectors);
	expect(Math.hypot(...mean)).toBeCloseTo(1, 6);
	for (const { vector } of vectors)
		expect(cosine(mean, vector)).toBeGreaterThan(cosine(vectors[0]?.vector ?? [], vectors[1]?.vector ?? []));
});

const noClips = existsSync(clips) ? "" : " [skipped: the recordings of ../shared are not here]";
test.skipIf(noClips)(
	`places two clips of one reader closer together than clips of different readers${noClips}`,
	async () => {
		const names = (await readdir(clips)).filter((name) => name.endsWith(".flac"));
		const embeddings: { reader: string | undefined; vector: number[] }[] = [];
		// One at a time: a decoder that has to share a busy machine with eleven others counts as stuck.
		for (const name of names) {
			const { samples, sampleRate } = await decodeUpload(await readFile(join(clips, name)));
			expect(sampleRate).toBe(16_000);
			embeddings.push({ reader: name.split("-")[0], vector: speakerVector(samples) });
		}
		const same: number[] = [];
		const different: number[] = [];
		for (const [at, one] of embeddings.entries())
			for (const other of embeddings.slice(at + 1))
				(one.reader === other.reader ? same : different).push(cosine(one.vector, other.vector));
		expect({ same: same.length, different: different.length }).toEqual({ same: 6, different: 60 });
		// Equal error rate: as many pairs of the same reader rejected as pairs of different readers accepted.
		const errors = [...same, ...different].map((threshold) => {
			const rejected = same.filter((value) => value < threshold).length / same.length;
			const accepted = different.filter((value) => value >= threshold).length / different.length;
			return Math.max(rejected, accepted);
		});
		expect(Math.min(...errors)).toBeLessThanOrEqual(0.1);
	},
	60_000,
);
