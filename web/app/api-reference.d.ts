/** The API document as the reference shows it; made by a plugin in vite.config.ts. */
declare module "virtual:api-reference" {
	const reference: readonly import("./features/developers/components/reference-model.ts").ReferenceGroup[];
	// biome-ignore lint/style/noDefaultExport: that is what the plugin makes
	export default reference;
}
