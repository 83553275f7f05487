import { parentPort } from "node:worker_threads";
import { measureVoice } from "./measure.ts";
import type { MeasureAnswer, MeasureCall } from "./measure-apart.ts";

parentPort?.on("message", ({ id, pcm, sampleRate }: MeasureCall) => {
	const answer = (message: MeasureAnswer) => parentPort?.postMessage(message);
	try {
		answer({ id, measured: measureVoice(pcm, sampleRate) });
	} catch (error) {
		answer({ id, error: error instanceof Error ? error.message : String(error) });
	}
});
