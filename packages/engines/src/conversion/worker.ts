import { resample } from "../media/resample.ts";
import { defineTask } from "../workers/task.ts";
import type { Reshaping } from "./conversion.ts";
import { fitPhrases, type SynthesizedPhrase } from "./fit.ts";
import { type OnnxConverter, openOnnxConverter } from "./providers/onnx.ts";
import { warp } from "./rubberband.ts";

export type ConversionTask =
	| { kind: "reshape"; pcm: Float32Array; sampleRate: number; reshaping: Reshaping }
	| {
			kind: "fit";
			phrases: SynthesizedPhrase[];
			recording: { pcm: Float32Array; sampleRate: number };
			sampleRate: number;
	  }
	| {
			kind: "convert";
			model: { dir: string; threads: number };
			recording: { pcm: Float32Array; sampleRate: number };
			reference: { pcm: Float32Array; sampleRate: number };
	  };

let opened: Promise<OnnxConverter> | undefined;

async function convert(task: ConversionTask): Promise<Float32Array> {
	if (task.kind === "reshape") return warp(task.pcm, { sampleRate: task.sampleRate, ...task.reshaping });
	if (task.kind === "convert") {
		// A node has one model; the thread keeps it.
		opened ??= openOnnxConverter(task.model.dir, task.model.threads);
		const { pcm, sampleRate } = await (await opened).convert(task.recording, task.reference);
		const converted = resample(pcm, sampleRate, task.recording.sampleRate);
		// Models add or drop a few frames.
		const sameLength = new Float32Array(task.recording.pcm.length);
		sameLength.set(converted.subarray(0, sameLength.length));
		return sameLength;
	}
	return fitPhrases(task.phrases, task.recording, task.sampleRate);
}

export const run = defineTask(convert, (pcm) => [pcm.buffer as ArrayBuffer]);
