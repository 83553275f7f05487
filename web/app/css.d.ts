/** Style sheets are imported for their side effects. */
declare module "*.css";

/** The URL under which Vite serves a file. */
declare module "*?url" {
	const url: string;
	// biome-ignore lint/style/noDefaultExport: Vite generates a default export
	export default url;
}
