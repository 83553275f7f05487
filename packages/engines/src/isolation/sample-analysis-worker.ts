import { createPeaks } from "../media/peaks.ts";
import { resample } from "../media/resample.ts";
import { speakerVector } from "../voices/measure/speaker.ts";
import { measureTraits } from "../voices/measure/traits.ts";
import { defineTask } from "../workers/task.ts";
import { openIsolator } from "./isolation.ts";
import type { AnalysisJob, AnalysisResult, SampleAnalysis } from "./sample-analysis.ts";
import { findSpeech, joinRanges, trimToSpeech } from "./silence.ts";
import { diarize } from "./speakers.ts";

const rate = 16_000;
const peakCount = 200;
/** More speech does not change the measurement, it only takes longer. */
const maxMeasuredSeconds = 120;

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

async function runJob(job: AnalysisJob): Promise<AnalysisResult> {
	switch (job.kind) {
		case "analyze":
			return analyze(job.pcm, job.sampleRate);
		case "diarize": {
			const resampled = resample(job.pcm, job.sampleRate, rate);
			return diarize(resampled, findSpeech(resampled, rate), speakerVector);
		}
		case "isolate":
			return isolate(job.pcm, job.sampleRate, job.modelsDir);
	}
}

export const run = defineTask(runJob, (result) =>
	result instanceof Float32Array ? [result.buffer as ArrayBuffer] : [],
);
