import { workerData } from "node:worker_threads";
import { ensureModel } from "../../models/store.ts";
import { type CancelSignal, defineTask } from "../../workers/task.ts";
import { createMoonshine } from "../providers/moonshine.ts";
import { createWhisper, type WhisperOptions } from "../providers/whisper.ts";
import type { TranscriptionModel } from "../transcript.ts";
import type { DecodedWindow } from "./words.ts";

// Runs one model in its own thread, because inference blocks the thread it runs in.
export type RecognizeWorkerOptions = { model: TranscriptionModel; modelsDir: string; threads: number };
export type RecognizeInput = WhisperOptions & { pcm: Float32Array };

type Recognize = (input: RecognizeInput, signal: CancelSignal) => Promise<DecodedWindow>;

/** Recognizers miss the first word if the audio starts with it. */
const silence = new Float32Array(4000);

async function open({ model, modelsDir, threads }: RecognizeWorkerOptions): Promise<Recognize> {
	const { dir } = await ensureModel(model === "moonshine" ? "moonshine-tiny" : model, { dir: modelsDir });
	if (model === "moonshine") {
		const { recognize } = await createMoonshine({ modelDir: dir, threads });
		return ({ pcm }, signal) => recognize(padded(pcm), signal);
	}
	const { recognize } = await createWhisper({ modelDir: dir, threads });
	return ({ pcm, ...options }, signal) => recognize(padded(pcm), options, signal);
}

function padded(pcm: Float32Array): Float32Array {
	const all = new Float32Array(pcm.length + 2 * silence.length);
	all.set(pcm, silence.length);
	return all;
}

let opened: Promise<Recognize> | undefined;

export const run = defineTask(async (input: RecognizeInput | null, signal: CancelSignal) => {
	opened ??= open(workerData as RecognizeWorkerOptions);
	// A failed download is tried again with the next call.
	opened.catch(() => {
		opened = undefined;
	});
	const recognize = await opened;
	signal.throwIfAborted();
	return input && recognize(input, signal);
});
