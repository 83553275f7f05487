import { writeInt16 } from "../../media/bytes.ts";
import { type CancelSignal, defineTask } from "../../workers/task.ts";
import type { IsolationEngine } from "../isolator.ts";
import { type IsolatedChunk, type IsolationChunk, isolateChunk } from "./isolate.ts";
import { type MaskEstimator, openMaskEstimator } from "./masks.ts";

export type IsolationJob = { chunk: IsolationChunk; pcm: Int16Array; modelsDir: string };

/** Loaded once per thread. */
const estimators = new Map<IsolationEngine | undefined, Promise<MaskEstimator>>();

async function isolate({ chunk, pcm, modelsDir }: IsolationJob, signal: CancelSignal) {
	const opening = estimators.get(chunk.engine) ?? openMaskEstimator(modelsDir, chunk.engine);
	estimators.set(chunk.engine, opening);
	opening.catch(() => estimators.delete(chunk.engine));
	const input = Float32Array.from(pcm, (sample) => sample / 32_767);
	const { samples, ...isolated } = await isolateChunk(input, chunk, await opening, signal);
	const output = new Int16Array(samples.length);
	writeInt16(samples, output);
	return { ...isolated, pcm: output } satisfies IsolatedChunk & { pcm: Int16Array };
}

export const run = defineTask(isolate, ({ pcm }) => [pcm.buffer as ArrayBuffer]);
