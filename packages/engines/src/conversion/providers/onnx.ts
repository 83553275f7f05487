// A neural voice conversion model that the operator has installed. None is included: no package registry has one. Its
// folder contains `model.onnx` and `model.json` (docs/voices.md).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tensor } from "onnxruntime-node";
import { resample } from "../../media/resample.ts";
import { openSession } from "../../speech/providers/onnx-session.ts";

type Audio = { pcm: Float32Array; sampleRate: number };

/** What `model.json` says about the graph. Each audio is a float tensor of the shape [1, samples]. */
type OnnxModel = { sampleRate: number; source: string; reference: string; output: string };

export type OnnxConverter = {
	/** Speaks the source with the voice of the reference. */
	convert(source: Audio, reference: Audio): Promise<Audio>;
	close(): Promise<void>;
};

export async function openOnnxConverter(dir: string, threads: number): Promise<OnnxConverter> {
	const model = parseModel(await readFile(join(dir, "model.json"), "utf8"));
	const session = await openSession(join(dir, "model.onnx"), threads);
	const tensorOf = ({ pcm, sampleRate }: Audio) => {
		const samples = resample(pcm, sampleRate, model.sampleRate);
		return new Tensor("float32", samples, [1, samples.length]);
	};
	return {
		async convert(source, reference) {
			const outputs = await session.run({ [model.source]: tensorOf(source), [model.reference]: tensorOf(reference) });
			const output = outputs[model.output]?.data;
			if (!(output instanceof Float32Array)) throw new Error(`the model has no float output ${model.output}`);
			return { pcm: output.slice(), sampleRate: model.sampleRate };
		},
		close: () => session.release(),
	};
}

function parseModel(text: string): OnnxModel {
	const { sample_rate: sampleRate, source = "source", reference = "reference", output = "audio" } = JSON.parse(text);
	if (!Number.isInteger(sampleRate) || sampleRate < 8_000 || sampleRate > 48_000)
		throw new Error("model.json needs a sample_rate between 8000 and 48000");
	return { sampleRate, source, reference, output };
}
