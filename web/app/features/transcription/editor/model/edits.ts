import { editedWords, isUnspaced } from "./align.ts";
import { newSpeaker, type Segment, segmentText, type TranscriptDocument, type Word } from "./document.ts";

// Every edit returns a new document that shares unchanged segments, or the same document if nothing changed.

function replaceAt(
	document: TranscriptDocument,
	index: number,
	count: number,
	segments: readonly Segment[],
): TranscriptDocument {
	return {
		...document,
		segments: [...document.segments.slice(0, index), ...segments, ...document.segments.slice(index + count)],
	};
}

/** A segment's id is that of its first word, so it changes with it. */
function segmentOf(words: readonly Word[], speaker: string | null): Segment[] {
	const [first] = words;
	return first ? [{ id: first.id, speaker, words }] : [];
}

export const indexOfSegment = (document: TranscriptDocument, id: number): number =>
	document.segments.findIndex((segment) => segment.id === id);

/** Sets the text of a segment. Without text, the segment is removed. */
export function editText(document: TranscriptDocument, index: number, text: string): TranscriptDocument {
	const segment = document.segments[index];
	if (!segment) return document;
	const { words, nextId } = editedWords(segment, text, document.nextId);
	if (segmentText({ words }) === segmentText(segment)) return document;
	return { ...replaceAt(document, index, 1, segmentOf(words, segment.speaker)), nextId };
}

/** Splits a segment in front of a word. */
export function splitSegment(document: TranscriptDocument, index: number, wordIndex: number): TranscriptDocument {
	const segment = document.segments[index];
	if (!segment || wordIndex <= 0 || wordIndex >= segment.words.length) return document;
	return replaceAt(document, index, 1, [
		...segmentOf(segment.words.slice(0, wordIndex), segment.speaker),
		...segmentOf(segment.words.slice(wordIndex), segment.speaker),
	]);
}

/** Sets the text of a segment and splits it at a position in that text, in front of the word there. */
export function splitText(
	document: TranscriptDocument,
	index: number,
	text: string,
	position: number,
): TranscriptDocument {
	const edited = editText(document, index, text);
	const segment = edited.segments[index];
	if (!segment || edited.segments.length < document.segments.length) return edited;
	const before = text.slice(0, position).replaceAll(/\s+/gu, " ").trimStart();
	return splitSegment(edited, index, wordIndexAt(segment, before.length));
}

/** The first word that starts at or after a position in the segment's text, or that contains it. */
export function wordIndexAt({ words }: Pick<Segment, "words">, position: number): number {
	let at = 0;
	for (const [index, word] of words.entries()) {
		if (position < at + word.text.length || position <= at) return index;
		at += word.text.length + word.gap.length;
	}
	return words.length;
}

/** Where a word starts in the segment's text. */
export function positionOfWord({ words }: Pick<Segment, "words">, wordIndex: number): number {
	return words.slice(0, wordIndex).reduce((sum, word) => sum + word.text.length + word.gap.length, 0);
}

/** Appends a segment to the one before it, whose speaker it gets. */
export function mergeWithPrevious(document: TranscriptDocument, index: number): TranscriptDocument {
	const previous = document.segments[index - 1];
	const segment = document.segments[index];
	const last = previous?.words.at(-1);
	if (!previous || !segment || !last) return document;
	const gap = last.gap || (isUnspaced(last.text) ? "" : " ");
	const words = [...previous.words.slice(0, -1), { ...last, gap }, ...segment.words];
	return replaceAt(document, index - 1, 2, segmentOf(words, previous.speaker));
}

export function deleteSegment(document: TranscriptDocument, index: number): TranscriptDocument {
	return document.segments[index] ? replaceAt(document, index, 1, []) : document;
}

export function assignSpeaker(document: TranscriptDocument, index: number, speaker: string | null): TranscriptDocument {
	const segment = document.segments[index];
	if (!segment || segment.speaker === speaker) return document;
	return replaceAt(document, index, 1, [{ ...segment, speaker }]);
}

/** Assigns a segment to a speaker who is not in the document yet. */
export function assignNewSpeaker(document: TranscriptDocument, index: number, name = ""): TranscriptDocument {
	const speaker = newSpeaker(document);
	const assigned = assignSpeaker(document, index, speaker);
	return name.trim() === "" ? assigned : renameSpeaker(assigned, speaker, name);
}

/** Names a speaker everywhere. An empty name restores the default. */
export function renameSpeaker(document: TranscriptDocument, speaker: string, name: string): TranscriptDocument {
	const given = name.trim();
	if ((document.names[speaker] ?? "") === given) return document;
	const { [speaker]: _, ...others } = document.names;
	return { ...document, names: given === "" ? others : { ...others, [speaker]: given } };
}

/** Marks a word as correct, so that it is no longer doubtful. */
export function confirmWord(document: TranscriptDocument, wordId: number): TranscriptDocument {
	const index = document.segments.findIndex(({ words }) => words.some(({ id }) => id === wordId));
	const segment = document.segments[index];
	if (!segment) return document;
	const words = segment.words.map((word) => (word.id === wordId ? { ...word, logprob: 0 } : word));
	return replaceAt(document, index, 1, [{ ...segment, words }]);
}
