import type { Cover } from "./cover.ts";

/** Times are seconds in the audio file of the chapter. */
export type EpubSentence = {
	id: string;
	text: string;
	from: number;
	to: number;
	words?: readonly { from: number }[] | undefined;
};

export type EpubBlock = { id: string; type: "h1" | "h2" | "h3" | "p"; sentences: readonly EpubSentence[] };

export type EpubAudio = {
	/** Of the file, with its extension. */
	name: string;
	type: "audio/mpeg";
	seconds: number;
	open(): AsyncIterable<Uint8Array>;
};

export type EpubChapter = { id: string; title: string; blocks: readonly EpubBlock[]; audio?: EpubAudio | undefined };

export type EpubBook = {
	/** A UUID, or another id that is unique in the world. */
	id: string;
	title: string;
	author?: string | undefined;
	narrators?: readonly string[];
	/** BCP 47. */
	language: string;
	isbn?: string | undefined;
	description?: string | undefined;
	publisher?: string | undefined;
	cover?: Cover | undefined;
	chapters: readonly EpubChapter[];
	/** Class of the sentence that is being read. */
	activeClass?: string;
	/** When the book was last changed. */
	modified: Date;
};
