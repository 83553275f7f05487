import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";
import type { Spectrum } from "../transform.ts";

/** Frames of 512 samples at 16 kHz, or of the same duration at another rate. */
export const gtcrnBins = 257;
const caches: Record<string, readonly number[]> = {
	conv_cache: [2, 1, 16, 16, 33],
	tra_cache: [2, 3, 1, 1, 16],
	inter_cache: [2, 1, 33, 16],
};

/** One recording. Its recurrent state passes from each frame to the next. */
export type GtcrnStream = {
	/** Replaces the lowest 257 bins of the spectrum. `scale` brings them to the level of frames of 512 samples. */
	enhance(spectrum: Spectrum, scale?: number): Promise<void>;
};
export type GtcrnNetwork = { open(): GtcrnStream; close(): Promise<void> };

/** The network of GTCRN (MIT), which enhances one spectrum at a time. */
export async function openGtcrnNetwork(file: string): Promise<GtcrnNetwork> {
	const session = await openSession(file, 1);
	return {
		open() {
			let state: Record<string, ort.Tensor> = Object.fromEntries(
				Object.entries(caches).map(([name, dims]) => [
					name,
					new ort.Tensor("float32", new Float32Array(dims.reduce((a, b) => a * b, 1)), [...dims]),
				]),
			);
			return {
				async enhance(spectrum, scale = 1) {
					const mix = new Float32Array(gtcrnBins * 2);
					for (let bin = 0; bin < gtcrnBins; bin++) {
						mix[bin * 2] = (spectrum.re[bin] as number) * scale;
						mix[bin * 2 + 1] = (spectrum.im[bin] as number) * scale;
					}
					const outputs = await session.run({ mix: new ort.Tensor("float32", mix, [1, gtcrnBins, 1, 2]), ...state });
					const enhanced = (outputs.enh as ort.Tensor).data as Float32Array;
					for (let bin = 0; bin < gtcrnBins; bin++) {
						spectrum.re[bin] = (enhanced[bin * 2] as number) / scale;
						spectrum.im[bin] = (enhanced[bin * 2 + 1] as number) / scale;
					}
					state = Object.fromEntries(Object.keys(caches).map((name) => [name, outputs[`${name}_out`] as ort.Tensor]));
				},
			};
		},
		close: () => session.release(),
	};
}
