// Splits text that is still being written into chunks for synthesis.
import { unfinishedTagStart } from "@timbre/engines/text/audio-tags.ts";

/** Buffered characters required before the first, second, third and every later chunk is released. */
export const defaultChunkSchedule = [120, 160, 250, 290] as const;
/** Buffered characters required when the caller asks for a chunk with `try_trigger_generation`. */
const minTriggerLength = 50;

const sentenceEnd = /[.!?…。！？।][”"'’)\]»]*(?=\s|$)|[。！？।]/gu;
const clauseEnd = /[,;:，、；：—–][”"'’)\]»]*(?=\s|$)|[，、；：]/gu;
const space = /\s/gu;

export type Chunks = {
	/** Buffers text and returns the next chunk to synthesize, if one is due. */
	write(text: string, options: { flush?: boolean; trigger?: boolean }): string | undefined;
	/** Returns everything still buffered. */
	rest(): string | undefined;
	/** Number of buffered characters. */
	waiting(): number;
};

/**
 * By default a chunk is released when the schedule's length is reached, cut after the last complete sentence, clause or word. In auto
 * mode every complete sentence or clause is released immediately, because the caller already writes in such units.
 */
export function createChunks({
	schedule = defaultChunkSchedule,
	auto = false,
}: {
	schedule?: readonly number[];
	auto?: boolean;
}): Chunks {
	let buffer = "";
	let released = 0;
	const release = (end: number, keepTags = false): string | undefined => {
		// Don't cut an audio tag in two.
		const length = keepTags ? (unfinishedTagStart(buffer.slice(0, end)) ?? end) : end;
		const chunk = buffer.slice(0, length);
		buffer = buffer.slice(length);
		if (chunk.trim() === "") {
			buffer = chunk + buffer;
			return undefined;
		}
		released++;
		return chunk;
	};
	return {
		write(text, { flush = false, trigger = false }) {
			buffer += text;
			if (flush) return release(buffer.length);
			if (auto) return release(lastEnd(buffer, sentenceEnd) || lastEnd(buffer, clauseEnd), true);
			const target = schedule[Math.min(released, schedule.length - 1)] ?? 290;
			if (buffer.trim().length < (trigger ? Math.min(minTriggerLength, target) : target)) return undefined;
			return release(
				lastEnd(buffer, sentenceEnd) || lastEnd(buffer, clauseEnd) || lastEnd(buffer, space) || buffer.length,
				true,
			);
		},
		rest: () => release(buffer.length),
		waiting: () => buffer.length,
	};
}

function lastEnd(text: string, pattern: RegExp): number {
	let end = 0;
	for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
	// Trailing space belongs to this chunk, so that the next one starts with a word.
	while (end > 0 && end < text.length && /\s/.test(text.charAt(end))) end++;
	return end;
}
