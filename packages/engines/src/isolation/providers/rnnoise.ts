import loadRnnoise from "@echogarden/rnnoise-wasm";
import type { Isolator } from "../isolator.ts";

const frame = 480;
/** The network expects samples in the 16-bit range. */
const scale = 32_768;

/**
 * RNNoise (BSD): small, fast and included in the npm packages. Its output lags by one frame, which is compensated here.
 */
export async function createRnnoise(): Promise<Isolator> {
	const wasm = await loadRnnoise();
	return {
		id: "rnnoise",
		sampleRate: 48_000,
		async isolate(pcm) {
			const state = wasm._rnnoise_create(0);
			const input = wasm._malloc(frame * 4);
			const output = wasm._malloc(frame * 4);
			try {
				const clean = new Float32Array(pcm.length);
				for (let at = 0; at < pcm.length + frame; at += frame) {
					// The WASM memory may move when it grows, so get a new view each time.
					const before = wasm.HEAPF32.subarray(input >> 2, (input >> 2) + frame);
					for (let k = 0; k < frame; k++) before[k] = (pcm[at + k] ?? 0) * scale;
					wasm._rnnoise_process_frame(state, output, input);
					const after = wasm.HEAPF32.subarray(output >> 2, (output >> 2) + frame);
					const position = at - frame;
					for (let k = 0; k < frame; k++)
						if (position + k >= 0 && position + k < clean.length) clean[position + k] = (after[k] as number) / scale;
				}
				return clean;
			} finally {
				wasm._rnnoise_destroy(state);
				wasm._free(input);
				wasm._free(output);
			}
		},
		async close() {},
	};
}
