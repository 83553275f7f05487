// Builds paragraphs from lines, across the breaks of pages.
import type { SourceBlock } from "./source.ts";

const sentenceEnd = /[.!?…。！？]["'”’»)\]]*$/u;
const lowercaseStart = /^["'“‘«(]?\p{Ll}/u;

export const endsSentence = (text: string) => sentenceEnd.test(text);
export const startsLowercase = (text: string) => lowercaseStart.test(text);

export type Paragraphs = {
	/** Ends the open paragraph and starts another with this line. */
	start: (line: string, block: Omit<SourceBlock, "text">) => void;
	/** Adds a line to the open paragraph. */
	add: (line: string) => void;
	end: () => void;
	/** A block that interrupts the open paragraph; it follows that paragraph. */
	drop: (block: SourceBlock) => void;
	/** The last line of the open paragraph. */
	lastLine: () => string | undefined;
};

export function createParagraphs(blocks: SourceBlock[], joinLines: (lines: readonly string[]) => string): Paragraphs {
	let current: Omit<SourceBlock, "text"> | undefined;
	let lines: string[] = [];
	let waiting: SourceBlock[] = [];
	const end = () => {
		if (current) blocks.push({ ...current, text: joinLines(lines) });
		for (const block of waiting) blocks.push(block);
		current = undefined;
		lines = [];
		waiting = [];
	};
	return {
		start(line, block) {
			end();
			current = block;
			lines = [line];
		},
		add: (line) => void lines.push(line),
		end,
		drop: (block) => void (current ? waiting : blocks).push(block),
		lastLine: () => (current ? lines.at(-1) : undefined),
	};
}
