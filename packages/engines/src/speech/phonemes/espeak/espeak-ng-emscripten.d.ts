declare module "@echogarden/espeak-ng-emscripten" {
	// The package carries no types; espeak.ts states the few members used.
	// biome-ignore lint/suspicious/noExplicitAny: an Emscripten module object
	const load: () => Promise<any>;
	// biome-ignore lint/style/noDefaultExport: that is what the package exports
	export default load;
}
