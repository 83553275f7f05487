export type DocumentFormat = "txt" | "md" | "html" | "docx" | "epub" | "pdf";

export const droppedKinds = ["page_number", "running_head", "footnote"] as const;
export type DroppedKind = (typeof droppedKinds)[number];

/**
 * A dropped block is not part of the text unless the user keeps it. It stands where it was found, after the paragraph it
 * interrupted.
 */
export type DocumentBlock = {
	type: "p" | "h1" | "h2" | "h3";
	text: string;
	dropped?: DroppedKind;
	/** From 1, where the format has pages. */
	page?: number;
};

export type DocumentChapter = { name: string; blocks: DocumentBlock[] };

export type DocumentText = {
	format: DocumentFormat;
	title: string | null;
	author: string | null;
	language: string | null;
	pages: number | null;
	chapters: DocumentChapter[];
};

export type DocumentLimits = { maxChapters: number; maxChapterCharacters: number; maxCharacters: number };
