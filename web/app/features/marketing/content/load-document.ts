// For loaders: a text as data that the browser only has to show.
import { type Block, type Inline, parseMarkdown } from "./markdown.ts";
import { type ShowcaseSound, showcaseSound } from "./sounds.ts";

export type DocumentBlock = Exclude<Block, { type: "sound" }> | { type: "sound"; sound: ShowcaseSound };

export function loadDocument(source: string): DocumentBlock[] {
	return parseMarkdown(source).map((block) =>
		block.type === "sound" ? { type: "sound", sound: showcaseSound(block.id) } : block,
	);
}

/** Minutes to read it, at 220 words a minute. */
export function readingMinutes(blocks: readonly DocumentBlock[]): number {
	const words = JSON.stringify(blocks.filter(({ type }) => type !== "sound")).split(/[^\p{L}\p{N}']+/u).length;
	return Math.max(1, Math.round(words / 220));
}

export function plainText(children: readonly Inline[]): string {
	return children
		.map((child) => (typeof child === "string" ? child : "text" in child ? child.text : plainText(child.children)))
		.join("");
}
