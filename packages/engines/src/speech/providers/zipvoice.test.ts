import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { speakerLanguage, supportsSpeaker } from "../blend.ts";
import { promptKey, promptName } from "../prompt.ts";
import { createZipvoiceEngine, type Sherpa } from "./zipvoice.ts";

let dir: string;
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "timbre-zipvoice-"));
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

const key = "voices/workspace1/voice1/consent/consent1";
const speaker = promptName(key);
const calls: unknown[] = [];
/** The addon's interface without its weights. */
const sherpa = (): Sherpa => ({
	OfflineTts: {
		createAsync: async (config) => {
			calls.push(config);
			return {
				sampleRate: 24_000,
				generateAsync: async (request) => {
					calls.push(request);
					return { samples: new Float32Array(2_400), sampleRate: 24_000 };
				},
			};
		},
	},
});
const engine = () =>
	createZipvoiceEngine({
		dir,
		threads: 2,
		sherpa,
		readPrompt: async (requested) =>
			requested === key ? { pcm: new Float32Array(16_000 * 20), sampleRate: 16_000, text: "I agree." } : undefined,
	});

test("names the missing file when weights are missing", async () => {
	await expect(engine().load()).rejects.toThrow(/is missing tokens\.txt/);
});

test("prompts with the recording in the voice's name, and fails once it is deleted", async () => {
	for (const name of ["tokens.txt", "encoder.int8.onnx", "decoder.int8.onnx", "vocos_24khz.onnx", "lexicon.txt"])
		await writeFile(join(dir, name), "");
	await mkdir(join(dir, "espeak-ng-data"));
	const zipvoice = engine();
	await zipvoice.load();
	const input = { text: "Good morning.", language: "en", speed: 1.1 };
	expect((await zipvoice.synthesize({ ...input, speaker })).pcm).toHaveLength(2_400);
	expect(calls.at(-1)).toMatchObject({
		text: "Good morning.",
		generationConfig: { speed: 1.1, referenceText: "I agree." },
	});
	const { generationConfig } = calls.at(-1) as { generationConfig: { referenceAudio: Float32Array } };
	expect(generationConfig.referenceAudio.length).toBe(12 * 16_000);
	await expect(zipvoice.synthesize({ ...input, speaker: promptName(key.replace("consent1", "gone")) })).rejects.toThrow(
		/was deleted/,
	);
});

test("accepts only names of consent recordings, and only in an engine that supports prompts", () => {
	expect(promptKey(speaker)).toBe(key);
	for (const name of ["prompt:../../etc/passwd", "prompt:voices/a/b/samples/c", `prompt:${key}/..`, "af_heart"])
		expect(promptKey(name)).toBeUndefined();
	expect(supportsSpeaker(engine(), speaker)).toBe(true);
	expect(speakerLanguage(engine(), speaker)).toBe("en");
	expect(supportsSpeaker(engine(), "prompt:nothing")).toBe(false);
	expect(supportsSpeaker({ speakers: () => [] }, speaker)).toBe(false);
});
