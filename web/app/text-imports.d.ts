/** Raw file content, inlined by Vite at build time. */
declare module "*.md?raw" {
	const text: string;
	// biome-ignore lint/style/noDefaultExport: required by Vite
	export default text;
}
