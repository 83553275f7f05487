import { parentPort, workerData } from "node:worker_threads";
import { createFingerprinter, type Fingerprint, fingerprintRate } from "./fingerprint.ts";
import { resample } from "./resample.ts";
import type { MonoAudio } from "./upload-decode.ts";

const { samples, sampleRate } = workerData as MonoAudio;
const fingerprinter = createFingerprinter();
await fingerprinter.push(resample(samples, sampleRate, fingerprintRate), () => undefined);
parentPort?.postMessage(fingerprinter.finish() satisfies Fingerprint);
