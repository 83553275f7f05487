import { defineTask } from "../../workers/task.ts";
import { resample } from "../resample.ts";
import type { MonoAudio } from "../upload/decode.ts";
import { createFingerprinter, fingerprintRate } from "./fingerprint.ts";

export const run = defineTask(async ({ samples, sampleRate }: MonoAudio) => {
	const fingerprinter = createFingerprinter();
	await fingerprinter.push(resample(samples, sampleRate, fingerprintRate), () => undefined);
	return fingerprinter.finish();
});
