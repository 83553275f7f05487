// Rubber Band (GPL-2.0-or-later) as WebAssembly: changes length, pitch and formants of speech independently.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import rubberband from "rubberband-wasm";

/** The finer of the two engines, the only one with formant scaling. */
const engineFiner = 0x2000_0000;
/** Without it, the formant scale has no effect. */
const formantPreserved = 0x100_0000;
const blockSamples = 4_096;
const pointerBytes = 4;

export type Warp = {
	sampleRate: number;
	/** Length of the result in samples. Defaults to that of the input. */
	length?: number;
	/** Factor for the pitch. Defaults to 1. */
	pitch?: number;
	/** Factor for the formants, independent of the pitch. Defaults to 1. */
	formant?: number;
};

const packageFile = createRequire(import.meta.url).resolve;
let loading: ReturnType<typeof load> | undefined;

async function load() {
	const file = packageFile("rubberband-wasm/dist/rubberband.wasm");
	return rubberband.RubberBandInterface.initialize(await WebAssembly.compile(await readFile(file)));
}

/** Blocks its thread while it works, so call it in a worker thread. */
export async function warp(pcm: Float32Array, options: Warp): Promise<Float32Array> {
	const { sampleRate, length = pcm.length, pitch = 1, formant = 1 } = options;
	if (pcm.length === 0 || length === 0) return new Float32Array(length);
	if (length === pcm.length && pitch === 1 && formant === 1) return pcm;
	loading ??= load();
	const library = await loading;
	const state = library.rubberband_new(sampleRate, 1, engineFiner + formantPreserved, length / pcm.length, pitch);
	const block = library.malloc(blockSamples * 4);
	const channels = library.malloc(pointerBytes);
	try {
		library.memWritePtr(channels, block);
		library.rubberband_set_max_process_size(state, blockSamples);
		library.rubberband_set_expected_input_duration(state, pcm.length);
		// The library's factor is relative to the shifted pitch, which moves the formants along.
		library.rubberband_set_formant_scale(state, formant / pitch);
		const feed = (work: typeof library.rubberband_study, after: () => void) => {
			for (let at = 0; at < pcm.length; at += blockSamples) {
				const part = pcm.subarray(at, at + blockSamples);
				library.memWrite(block, part);
				work.call(library, state, channels, part.length, at + blockSamples >= pcm.length ? 1 : 0);
				after();
			}
		};
		feed(library.rubberband_study, () => {});
		const result = new Float32Array(length);
		let filled = 0;
		feed(library.rubberband_process, () => {
			for (let ready = library.rubberband_available(state); ready > 0; ready = library.rubberband_available(state)) {
				const count = library.rubberband_retrieve(state, channels, Math.min(ready, blockSamples));
				const part = library.memReadF32(block, count).subarray(0, length - filled);
				result.set(part, filled);
				filled += part.length;
			}
		});
		return result;
	} finally {
		library.rubberband_delete(state);
		library.free(block);
		library.free(channels);
	}
}
