// Which sentence of a chapter is spoken, and where it is in the text. Knows no editor, so that pages without one can use it.
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";

export type TimedSentence = { block_id: string; text: string; start_seconds: number; end_seconds: number };
/** Offsets in the text of a block. */
export type SpokenPlace = { blockId: string; from: number; to: number };
export type BlockText = (blockId: string) => string | undefined;

/** Browsers don't seek exactly. */
const seekSlack = 0.02;

/** The index of the last sentence that has started; -1 before the first. */
export function sentenceAt(sentences: readonly Pick<TimedSentence, "start_seconds">[], seconds: number): number {
	let low = 0;
	let high = sentences.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((sentences[middle]?.start_seconds ?? 0) <= seconds + seekSlack) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}

/** Where a sentence is now. Null if its text was changed. */
export function placeOf(sentences: readonly TimedSentence[], at: number, textOf: BlockText): SpokenPlace | null {
	const sentence = sentences[at];
	const text = sentence && textOf(sentence.block_id);
	if (!sentence || text === undefined) return null;
	let first = at;
	while (first > 0 && sentences[first - 1]?.block_id === sentence.block_id) first--;
	let from = 0;
	for (let index = first; index <= at; index++) {
		const words = sentences[index]?.text.trim() ?? "";
		const found = text.indexOf(words, from);
		// A changed sentence before it doesn't matter.
		if (found < 0) continue;
		if (index === at)
			return words === "" ? null : { blockId: sentence.block_id, from: found, to: found + words.length };
		from = found + words.length;
	}
	return null;
}

/** When the text at a position is spoken. Without audio of its block, that of the next block that has some. */
export function secondsAt(
	sentences: readonly TimedSentence[],
	blockIds: readonly string[],
	{ blockId, offset }: { blockId: string; offset: number },
	textOf: BlockText,
): number | null {
	const start = blockIds.indexOf(blockId);
	if (start < 0) return null;
	const own = sentences.flatMap((sentence, at) => (sentence.block_id === blockId ? [at] : []));
	for (const at of own) {
		const place = placeOf(sentences, at, textOf);
		if (place && place.to >= offset) return sentences[at]?.start_seconds ?? null;
	}
	const [first] = own;
	if (first !== undefined) return sentences[first]?.start_seconds ?? null;
	const spoken = new Map<string, number>();
	for (const { block_id, start_seconds } of sentences) if (!spoken.has(block_id)) spoken.set(block_id, start_seconds);
	for (const id of blockIds.slice(start + 1)) {
		const seconds = spoken.get(id);
		if (seconds !== undefined) return seconds;
	}
	return null;
}

export const chapterItemId = (snapshotId: string): string => `studio-chapter:${snapshotId}`;

/** The block or chapter that a conversion is for. */
export const sameTarget = (
	one: Pick<Conversion, "chapter_id" | "block_id">,
	other: { chapter_id?: string | undefined; block_id?: string | undefined },
): boolean => one.chapter_id === (other.chapter_id ?? null) && one.block_id === (other.block_id ?? null);
