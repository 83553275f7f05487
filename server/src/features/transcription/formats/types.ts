import type { StoredWord } from "../../../core/json-columns/transcription.ts";

export type ExportedTranscript = {
	title: string;
	language: string;
	seconds: number;
	words: readonly StoredWord[];
	/** Names of speakers by id. */
	names: ReadonlyMap<string, string>;
};

/** A paragraph with what is shown before it. */
export type Paragraph = { time: string | undefined; speaker: string | undefined; text: string };
export type TranscriptDocument = { title: string; language: string; paragraphs: Paragraph[] };
