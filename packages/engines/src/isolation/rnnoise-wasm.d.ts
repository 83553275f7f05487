declare module "@echogarden/rnnoise-wasm" {
	type RnnoiseModule = {
		HEAPF32: Float32Array;
		_malloc(bytes: number): number;
		_free(pointer: number): void;
		_rnnoise_create(model: number): number;
		_rnnoise_destroy(state: number): void;
		_rnnoise_process_frame(state: number, output: number, input: number): number;
	};
	const load: () => Promise<RnnoiseModule>;
	// biome-ignore lint/style/noDefaultExport: the package has a default export
	export default load;
}
