import { Worker } from "node:worker_threads";
import type { Traits } from "../voices/traits.ts";
import type { TimeRange } from "./silence.ts";
import type { DiarizedSpeaker } from "./speakers.ts";

/** The measurements of a voice recording. */
export type SampleAnalysis = {
	seconds: number;
	speechSeconds: number;
	/** From just before the first word to just after the last. Null if there is no speech. */
	trim: TimeRange | null;
	/** 200 waveform peaks from 0 to 255. */
	peaks: number[];
	traits: Traits | null;
	/** Speaker embedding (voices/speaker.ts). Empty if there is no speech. */
	vector: number[];
};

type Audio = { pcm: Float32Array; sampleRate: number };
type Inputs = { analyze: Audio; diarize: Audio; isolate: Audio & { modelsDir: string } };
type Results = { analyze: SampleAnalysis; diarize: DiarizedSpeaker[]; isolate: Float32Array };
export type AnalysisJob = { [Kind in keyof Inputs]: { kind: Kind } & Inputs[Kind] }[keyof Inputs];
export type AnalysisResult = Results[keyof Results];

/** Workers kept for reuse: starting one takes longer than analyzing a short recording. */
const idle = new Set<Worker>();
const maxIdle = 2;

function startWorker(): Worker {
	const worker = new Worker(new URL("./sample-analysis-worker.ts", import.meta.url));
	const forget = () => idle.delete(worker);
	worker.on("error", forget);
	worker.on("exit", forget);
	return worker;
}

function acquireWorker(): Worker {
	const [worker] = idle;
	if (!worker) return startWorker();
	idle.delete(worker);
	worker.ref();
	return worker;
}

/**
 * Runs a job in a worker thread: minutes of audio take seconds to analyze, which would interrupt the node's streams.
 */
export function analyzeInWorker<Kind extends keyof Inputs>(
	kind: Kind,
	input: Inputs[Kind],
	signal: AbortSignal,
): Promise<Results[Kind]> {
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const worker = acquireWorker();
		const end = (reusable: boolean, settle: () => void) => {
			signal.removeEventListener("abort", onAbort);
			worker.off("message", onResult).off("error", onError).off("exit", onExit);
			if (reusable && idle.size < maxIdle) {
				idle.add(worker);
				worker.unref();
			} else void worker.terminate();
			settle();
		};
		const onAbort = () => end(false, () => reject(signal.reason));
		const onResult = (result: Results[Kind]) => end(true, () => resolve(result));
		const onError = (error: Error) => end(false, () => reject(error));
		const onExit = () => end(false, () => reject(new Error("the analysis worker exited early")));
		signal.addEventListener("abort", onAbort, { once: true });
		worker.on("message", onResult).on("error", onError).on("exit", onExit);
		worker.postMessage({ kind, ...input });
	});
}
