// Finds a text in the blocks of a chapter.
import type { Block } from "../document/blocks.ts";

export type Query = { query: string; match_case: boolean; whole_words: boolean };
export type Match = { block: number; start: number; end: number };

export function findMatches(blocks: readonly Block[], { query, match_case, whole_words }: Query): Match[] {
	const literal = query.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
	const pattern = new RegExp(
		whole_words ? `(?<![\\p{L}\\p{N}_])(?:${literal})(?![\\p{L}\\p{N}_])` : literal,
		match_case ? "gu" : "giu",
	);
	return blocks.flatMap(({ nodes }, block) =>
		[
			...nodes
				.map(({ text }) => text)
				.join("")
				.matchAll(pattern),
		].map(({ 0: found, index }) => ({
			block,
			start: index,
			end: index + found.length,
		})),
	);
}
