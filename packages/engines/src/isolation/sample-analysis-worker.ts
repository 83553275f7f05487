import { parentPort } from "node:worker_threads";
import { createPeaks } from "../media/peaks.ts";
import { resample } from "../media/resample.ts";
import { speakerVector } from "../voices/speaker.ts";
import { measureTraits } from "../voices/traits.ts";
import { openIsolator } from "./isolation.ts";
import type { AnalysisJob, AnalysisResult, SampleAnalysis } from "./sample-analysis.ts";
import { findSpeech, joinRanges, trimToSpeech } from "./silence.ts";
import { diarize } from "./speakers.ts";

const rate = 16_000;
const peakCount = 200;
/** More speech does not change the measurement, it only takes longer. */
const maxMeasuredSeconds = 120;

const reply = (result: AnalysisResult, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(result, transfer);

function analyze(pcm: Float32Array, sampleRate: number): SampleAnalysis {
	const resampled = resample(pcm, sampleRate, rate);
	const seconds = pcm.length / sampleRate;
	const ranges = findSpeech(resampled, rate);
	const speech = joinRanges(resampled, rate, ranges);
	const measured = speech.subarray(0, maxMeasuredSeconds * rate);
	const peaks = createPeaks({ count: peakCount });
	peaks.push(pcm);
	return {
		seconds,
		speechSeconds: speech.length / rate,
		trim: trimToSpeech(ranges, seconds) ?? null,
		peaks: [...peaks.finish()],
		traits: speech.length > 0 ? measureTraits(measured, rate) : null,
		vector: speakerVector(measured),
	};
}

async function isolate(pcm: Float32Array, sampleRate: number, modelsDir: string): Promise<Float32Array> {
	const isolator = await openIsolator(modelsDir);
	try {
		const clean = await isolator.isolate(resample(pcm, sampleRate, isolator.sampleRate));
		return resample(clean, isolator.sampleRate, sampleRate);
	} finally {
		await isolator.close();
	}
}

async function run(job: AnalysisJob): Promise<void> {
	switch (job.kind) {
		case "analyze":
			reply(analyze(job.pcm, job.sampleRate));
			break;
		case "diarize": {
			const resampled = resample(job.pcm, job.sampleRate, rate);
			reply(diarize(resampled, findSpeech(resampled, rate), speakerVector));
			break;
		}
		case "isolate": {
			const pcm = await isolate(job.pcm, job.sampleRate, job.modelsDir);
			reply(pcm, [pcm.buffer as ArrayBuffer]);
			break;
		}
	}
}

// An error ends the worker, which rejects the pending job.
parentPort?.on("message", (job: AnalysisJob) => void run(job));
