import { Worker } from "node:worker_threads";
import type { Traits } from "../voices/traits.ts";
import type { Stretch } from "./silence.ts";
import type { FoundSpeaker } from "./speakers.ts";

/** What is known of a recording once it was heard. */
export type SampleFacts = {
	seconds: number;
	speechSeconds: number;
	/** From just before the first word to just after the last; null where nobody speaks. */
	trim: Stretch | null;
	/** 200 of them, 0..255. */
	peaks: number[];
	traits: Traits | null;
	/** Whose voice it is (voices/speaker.ts); empty where nobody speaks. */
	vector: number[];
};

type Sound = { pcm: Float32Array; sampleRate: number };
type Jobs = { facts: Sound; speakers: Sound; isolated: Sound & { modelsDir: string } };
type Answers = { facts: SampleFacts; speakers: FoundSpeaker[]; isolated: Float32Array };
export type ListeningJob = { [Want in keyof Jobs]: { want: Want } & Jobs[Want] }[keyof Jobs];
export type ListeningAnswer = Answers[keyof Answers];

/** Threads that wait for the next recording: starting one takes longer than hearing a short recording. */
const idle = new Set<Worker>();
const mostIdle = 2;

function start(): Worker {
	const worker = new Worker(new URL("./listening-worker.ts", import.meta.url));
	const gone = () => idle.delete(worker);
	worker.on("error", gone);
	worker.on("exit", gone);
	return worker;
}

function taken(): Worker {
	const [worker] = idle;
	if (!worker) return start();
	idle.delete(worker);
	worker.ref();
	return worker;
}

/** In a thread of its own: minutes of sound cost seconds of work, and a node has listeners meanwhile. */
export function listenApart<Want extends keyof Jobs>(
	want: Want,
	job: Jobs[Want],
	signal: AbortSignal,
): Promise<Answers[Want]> {
	return new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const worker = taken();
		const end = (fit: boolean, settle: () => void) => {
			signal.removeEventListener("abort", onAbort);
			worker.off("message", onAnswer).off("error", onError).off("exit", onExit);
			if (fit && idle.size < mostIdle) {
				idle.add(worker);
				worker.unref();
			} else void worker.terminate();
			settle();
		};
		const onAbort = () => end(false, () => reject(signal.reason));
		const onAnswer = (answer: Answers[Want]) => end(true, () => resolve(answer));
		const onError = (error: Error) => end(false, () => reject(error));
		const onExit = () => end(false, () => reject(new Error("the listening was not finished")));
		signal.addEventListener("abort", onAbort, { once: true });
		worker.on("message", onAnswer).on("error", onError).on("exit", onExit);
		worker.postMessage({ want, ...job });
	});
}
