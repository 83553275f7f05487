// Misread sentences, as they are walked through.
import type { MisreadSentence } from "@timbre/contract/studio/take-schemas.ts";

export type MisreadWord = MisreadSentence["misread"][number];
export type Piece = { text: string; word: MisreadWord | null; key: string };

export const misreadKey = ({ chapter_id, block_id, index, text }: MisreadSentence): string =>
	`${chapter_id} ${block_id} ${index} ${text}`;

/** The text in pieces, each misread word on its own. */
export function piecesOf(text: string, words: readonly MisreadWord[]): Piece[] {
	const pieces: Piece[] = [];
	let at = 0;
	for (const word of words.toSorted((a, b) => a.start - b.start)) {
		const from = Math.max(at, word.start);
		const to = Math.min(text.length, word.end);
		if (to <= from) continue;
		if (from > at) pieces.push({ text: text.slice(at, from), word: null, key: `${at}` });
		pieces.push({ text: text.slice(from, to), word, key: `${from} word` });
		at = to;
	}
	if (at < text.length) pieces.push({ text: text.slice(at), word: null, key: `${at}` });
	return pieces;
}

/** "“mumbled” is missing", in one sentence for each word. */
export function wordText({ kind, expected, heard }: Pick<MisreadWord, "kind" | "expected" | "heard">): string {
	if (kind === "dropped") return `“${expected}” is missing from the audio.`;
	if (kind === "repeated") return `“${expected}” is repeated${heard ? `: “${heard}”` : ""}.`;
	if (kind === "inserted") return `“${heard ?? ""}” is not in the text.`;
	return `Sounds like “${heard ?? ""}” instead of “${expected}”.`;
}

export type MisreadAction = { do: "move"; by: 1 | -1 } | { do: "play" | "again" | "accept" };
