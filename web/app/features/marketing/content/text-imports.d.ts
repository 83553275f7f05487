/** A file's text as it stands; Vite reads it while it builds. */
declare module "*.md?raw" {
	const text: string;
	// biome-ignore lint/style/noDefaultExport: that is how Vite hands it over
	export default text;
}
