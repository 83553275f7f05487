import { workerData } from "node:worker_threads";
import { defineTask } from "../workers/task.ts";
import { createLocalEngine, type LocalEngine } from "./local-engine.ts";
import type { Synthesis, SynthesisInput } from "./speech.ts";

// Runs one engine in its own thread, because inference and phonemization block the thread they run in.
const engine = createLocalEngine(workerData as LocalEngine);

/** Synthesizes the input, or only loads the engine if there is none. */
async function synthesize(input: SynthesisInput | null): Promise<Synthesis | null> {
	if (!input) {
		await engine.load();
		return null;
	}
	const synthesis = await engine.synthesize(input);
	// The runtime may return a view of memory it owns; only a copy can be transferred.
	return { ...synthesis, pcm: synthesis.pcm.slice() };
}

export const run = defineTask(synthesize, (result) => (result ? [result.pcm.buffer as ArrayBuffer] : []));
