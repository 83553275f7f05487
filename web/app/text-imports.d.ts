/** A parsed Markdown file (web/markdown-blocks.ts). */
declare module "*.md?blocks" {
	const blocks: import("./features/marketing/articles/model/markdown.ts").Block[];
	// biome-ignore lint/style/noDefaultExport: required by Vite
	export default blocks;
}
