/** Style sheets are imported for their effect; Vite makes something of them. */
declare module "*.css";

/** The address under which Vite serves a file. */
declare module "*?url" {
	const url: string;
	// biome-ignore lint/style/noDefaultExport: that is what Vite makes
	export default url;
}
