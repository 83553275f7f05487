// What every format is read into before it is divided into chapters.
import type { DocumentBlock } from "../types.ts";

export type SourceBlock = DocumentBlock & {
	/** The document's title, which starts no chapter. */
	isTitle?: boolean;
	/** A chapter starts here, whatever the headings say. `name` overrides that of the heading. */
	chapter?: { name?: string };
	/** Ids of the notes that the paragraph refers to. */
	noteRefs?: string[];
	/** The id of this note. */
	noteId?: string;
};

export type Source = {
	title?: string | null;
	author?: string | null;
	language?: string | null;
	pages?: number | null;
	blocks: SourceBlock[];
};
