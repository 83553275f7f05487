import { parentPort } from "node:worker_threads";
import { measureVoice } from "./measure.ts";
import type { MeasureRequest, MeasureResponse } from "./measure-in-worker.ts";

parentPort?.on("message", ({ id, pcm, sampleRate }: MeasureRequest) => {
	const respond = (message: MeasureResponse) => parentPort?.postMessage(message);
	try {
		respond({ id, measured: measureVoice(pcm, sampleRate) });
	} catch (error) {
		respond({ id, error: error instanceof Error ? error.message : String(error) });
	}
});
