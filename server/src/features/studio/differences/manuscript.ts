// A manuscript as one list of sentences, each of which knows where it is.
import { unitsOf } from "@timbre/engines/text/segment.ts";
import type { Block, NewBlock } from "../document/blocks.ts";

/** A chapter of the project, or of what was read. */
export type OldChapter = { id: string; name: string; blocks: Block[] };
export type RevisedText = { name: string; blocks: NewBlock[] };

export type Place = {
	chapter: number;
	block: number;
	/** Offsets in the text of the block, with the space after the sentence. */
	start: number;
	end: number;
};
export type Manuscript = {
	places: Place[];
	/** The sentences, the same for two that only differ in their spaces. */
	texts: string[];
	/** Where the sentences of each chapter start, and after the last one their number. */
	starts: number[];
};

export const textOf = ({ nodes }: Pick<NewBlock, "nodes">): string => nodes.map(({ text }) => text).join("");

export function readManuscript(chapters: readonly { blocks: readonly Pick<NewBlock, "nodes">[] }[]): Manuscript {
	const places: Place[] = [];
	const texts: string[] = [];
	const starts: number[] = [];
	for (const [chapter, { blocks }] of chapters.entries()) {
		starts.push(places.length);
		for (const [block, content] of blocks.entries()) {
			const text = textOf(content);
			if (text.trim() === "") continue;
			for (const { start, end } of unitsOf(text)) {
				places.push({ chapter, block, start, end });
				texts.push(text.slice(start, end).trim().replaceAll(/\s+/g, " "));
			}
		}
	}
	starts.push(places.length);
	return { places, texts, starts };
}
