// Prepares a parsed text for the browser. Used by loaders only.
import { type ShowcaseClip, showcaseClip } from "../../showcase/model/showcase-clips.ts";
import type { Block, Inline } from "./markdown.ts";

export type DocumentBlock = Exclude<Block, { type: "sound" }> | { type: "sound"; clip: ShowcaseClip };

export function loadDocument(blocks: readonly Block[]): DocumentBlock[] {
	return blocks.map((block) => (block.type === "sound" ? { type: "sound", clip: showcaseClip(block.id) } : block));
}

/** Reading time at 220 words per minute. */
export function readingMinutes(blocks: readonly DocumentBlock[]): number {
	const words = JSON.stringify(blocks.filter(({ type }) => type !== "sound")).split(/[^\p{L}\p{N}']+/u).length;
	return Math.max(1, Math.round(words / 220));
}

export function plainText(children: readonly Inline[]): string {
	return children
		.map((child) => (typeof child === "string" ? child : "text" in child ? child.text : plainText(child.children)))
		.join("");
}
