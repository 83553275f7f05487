import { parentPort } from "node:worker_threads";
import { createPeaks } from "../media/peaks.ts";
import { resample } from "../media/resample.ts";
import { speakerVector } from "../voices/speaker.ts";
import { measureTraits } from "../voices/traits.ts";
import { openIsolator } from "./isolation.ts";
import type { ListeningAnswer, ListeningJob, SampleFacts } from "./listening.ts";
import { joined, speechStretches, withoutSilence } from "./silence.ts";
import { separateSpeakers } from "./speakers.ts";

const rate = 16_000;
const peakCount = 200;
/** A voice is known after this much of it; more only takes longer. */
const longestMeasured = 120;

const answer = (message: ListeningAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

function factsOf(pcm: Float32Array, sampleRate: number): SampleFacts {
	const low = resample(pcm, sampleRate, rate);
	const seconds = pcm.length / sampleRate;
	const stretches = speechStretches(low, rate);
	const speech = joined(low, rate, stretches);
	const measured = speech.subarray(0, longestMeasured * rate);
	const peaks = createPeaks({ count: peakCount });
	peaks.push(pcm);
	return {
		seconds,
		speechSeconds: speech.length / rate,
		trim: withoutSilence(stretches, seconds) ?? null,
		peaks: [...peaks.finish()],
		traits: speech.length > 0 ? measureTraits(measured, rate) : null,
		vector: speakerVector(measured),
	};
}

async function isolated(pcm: Float32Array, sampleRate: number, modelsDir: string): Promise<Float32Array> {
	const isolator = await openIsolator(modelsDir);
	try {
		const clean = await isolator.isolate(resample(pcm, sampleRate, isolator.sampleRate));
		return resample(clean, isolator.sampleRate, sampleRate);
	} finally {
		await isolator.close();
	}
}

async function listen(job: ListeningJob): Promise<void> {
	switch (job.want) {
		case "facts":
			answer(factsOf(job.pcm, job.sampleRate));
			break;
		case "speakers": {
			const low = resample(job.pcm, job.sampleRate, rate);
			answer(separateSpeakers(low, speechStretches(low, rate), speakerVector));
			break;
		}
		case "isolated": {
			const pcm = await isolated(job.pcm, job.sampleRate, job.modelsDir);
			answer(pcm, [pcm.buffer as ArrayBuffer]);
			break;
		}
	}
}

// What goes wrong ends the thread, which tells whoever waits for it.
parentPort?.on("message", (job: ListeningJob) => void listen(job));
