import type { Isolator } from "../isolator.ts";
import { createTransform } from "../transform.ts";
import { openGtcrnNetwork } from "./gtcrn-network.ts";

const size = 512;
const hop = 256;

/** GTCRN (MIT) at 16 kHz. */
export async function createGtcrn(file: string): Promise<Isolator> {
	const network = await openGtcrnNetwork(file);
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
			const stream = network.open();
			const frame = new Float32Array(size);
			for (let at = -hop; at < pcm.length; at += hop) {
				for (let k = 0; k < size; k++) frame[k] = (pcm[at + k] ?? 0) * (window[k] as number);
				const spectrum = transform.forward(frame);
				await stream.enhance(spectrum);
				const samples = transform.inverse(spectrum);
				for (let k = 0; k < size; k++) {
					const position = at + hop + k;
					clean[position] = (clean[position] ?? 0) + (samples[k] as number) * (window[k] as number);
				}
			}
			return clean.slice(hop, hop + pcm.length);
		},
		close: () => network.close(),
	};
}
