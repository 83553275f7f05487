import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { parseMarkdown } from "./app/features/marketing/articles/model/markdown.ts";

const suffix = ".md?blocks";

/** Imports of `*.md?blocks` are the parsed document as data, so that no Markdown parser runs after the build. */
export function markdownBlocks(): Plugin {
	return {
		name: "markdown-blocks",
		enforce: "pre",
		async load(id) {
			if (!id.endsWith(suffix)) return undefined;
			const file = id.slice(0, -"?blocks".length);
			this.addWatchFile(file);
			const blocks = parseMarkdown(await readFile(file, "utf8"));
			return `export default JSON.parse(${JSON.stringify(JSON.stringify(blocks))});`;
		},
	};
}
