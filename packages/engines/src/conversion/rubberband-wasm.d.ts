// The package describes its functions as a module, but its entry file is a script, so Node sees one default export.
declare module "rubberband-wasm" {
	type RubberBand = {
		malloc(bytes: number): number;
		free(pointer: number): void;
		memWrite(pointer: number, data: Uint8Array | Float32Array): void;
		memWritePtr(pointer: number, target: number): void;
		memReadF32(pointer: number, length: number): Float32Array;
		rubberband_new(
			sampleRate: number,
			channels: number,
			options: number,
			timeRatio: number,
			pitchScale: number,
		): number;
		rubberband_delete(state: number): void;
		rubberband_set_formant_scale(state: number, scale: number): void;
		rubberband_set_expected_input_duration(state: number, samples: number): void;
		rubberband_set_max_process_size(state: number, samples: number): void;
		rubberband_study(state: number, input: number, samples: number, final: number): void;
		rubberband_process(state: number, input: number, samples: number, final: number): void;
		rubberband_available(state: number): number;
		rubberband_retrieve(state: number, output: number, samples: number): number;
	};
	const rubberband: { RubberBandInterface: { initialize(module: WebAssembly.Module): Promise<RubberBand> } };
	// biome-ignore lint/style/noDefaultExport: the package is a script with one export
	export default rubberband;
}
