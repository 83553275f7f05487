import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import type { Isolator } from "../isolator.ts";
import { createTransform } from "../transform.ts";

const size = 512;
const hop = 256;
const bins = size / 2 + 1;
const caches: Record<string, readonly number[]> = {
	conv_cache: [2, 1, 16, 16, 33],
	tra_cache: [2, 3, 1, 1, 16],
	inter_cache: [2, 1, 33, 16],
};

/** GTCRN (MIT) at 16 kHz. Processes frame by frame; its recurrent state is passed from each frame to the next. */
export async function createGtcrn(file: string): Promise<Isolator> {
	const session = await openSession(file, 1);
	const transform = createTransform(size);
	// The square root of a Hann window, because it is applied twice: before the FFT and after the inverse.
	const window = Float32Array.from({ length: size }, (_, at) =>
		Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)),
	);
	return {
		id: "gtcrn",
		sampleRate: 16_000,
		async isolate(pcm) {
			const clean = new Float32Array(pcm.length + 2 * size);
			let state: Record<string, ort.Tensor> = Object.fromEntries(
				Object.entries(caches).map(([name, dims]) => [
					name,
					new ort.Tensor("float32", new Float32Array(dims.reduce((a, b) => a * b, 1)), [...dims]),
				]),
			);
			const frame = new Float32Array(size);
			for (let at = -hop; at < pcm.length; at += hop) {
				for (let k = 0; k < size; k++) frame[k] = (pcm[at + k] ?? 0) * (window[k] as number);
				const spectrum = transform.forward(frame);
				const mix = new Float32Array(bins * 2);
				for (let bin = 0; bin < bins; bin++) {
					mix[bin * 2] = spectrum.re[bin] as number;
					mix[bin * 2 + 1] = spectrum.im[bin] as number;
				}
				const outputs = await session.run({ mix: new ort.Tensor("float32", mix, [1, bins, 1, 2]), ...state });
				const enhanced = (outputs.enh as ort.Tensor).data as Float32Array;
				for (let bin = 0; bin < bins; bin++) {
					spectrum.re[bin] = enhanced[bin * 2] as number;
					spectrum.im[bin] = enhanced[bin * 2 + 1] as number;
				}
				state = Object.fromEntries(Object.keys(caches).map((name) => [name, outputs[`${name}_out`] as ort.Tensor]));
				const samples = transform.inverse(spectrum);
				for (let k = 0; k < size; k++) {
					const position = at + hop + k;
					clean[position] = (clean[position] ?? 0) + (samples[k] as number) * (window[k] as number);
				}
			}
			return clean.slice(hop, hop + pcm.length);
		},
		close: () => session.release(),
	};
}
