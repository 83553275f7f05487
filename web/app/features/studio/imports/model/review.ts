import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { type DroppedKind, maxProjectNameCharacters } from "@timbre/contract/studio/rules.ts";
import { projectName } from "@timbre/contract/studio/schemas.ts";
import { z } from "zod";
import { counted } from "../../../../lib/text/format.ts";

type FoundDocument = NonNullable<DocumentImport["document"]>;

export const kindNames: Record<DroppedKind, string> = {
	page_number: "Page numbers",
	running_head: "Running heads",
	footnote: "Footnotes",
};

/** `named`: whether a new project is created, which needs a name. */
export const reviewForm = (named: boolean) =>
	z.object({
		name: named ? projectName : z.string(),
		chapters: z.array(z.int()).min(1, "Select at least one chapter."),
		keep: z.array(z.custom<DroppedKind>()),
	});

/** The title of the document, or else the name of its file without the extension. */
export function suggestedName({ source_name, document }: Pick<DocumentImport, "source_name" | "document">): string {
	const title = document?.title?.trim() || nameOf(source_name);
	const line = title.replace(/[\p{Cc}\s]+/gu, " ").slice(0, maxProjectNameCharacters);
	// A surrogate pair that is cut in two is not a valid name.
	return line.replace(/[\ud800-\udbff]$/, "").trim();
}

function nameOf(source: string): string {
	const url = /^https?:/i.test(source) ? URL.parse(source) : null;
	const last = url ? (url.pathname.split("/").filter(Boolean).at(-1) ?? "") : source;
	const name = decoded(last)
		.replace(/\.\w{1,8}$/, "")
		.trim();
	return name || url?.hostname || source;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** "3 of 42 chapters, 12,400 words": what is selected. */
export function selectionText({ chapters }: Pick<FoundDocument, "chapters">, selected: readonly number[]): string {
	const words = selected.reduce((sum, at) => sum + (chapters[at]?.words ?? 0), 0);
	const all = selected.length === chapters.length;
	const of = all ? counted(chapters.length, "chapter") : `${selected.length} of ${counted(chapters.length, "chapter")}`;
	return `${of}, ${counted(words, "word")}`;
}

/** The positions to send: none given means all chapters. */
export const chosenPositions = (total: number, selected: readonly number[]): number[] | undefined =>
	selected.length === total ? undefined : selected.toSorted((a, b) => a - b);

/** "pdf" is a name of its own; the others have one that people use. */
const formatNames: Record<FoundDocument["format"], string> = {
	txt: "Text",
	md: "Markdown",
	html: "Web page",
	docx: "Word",
	epub: "EPUB",
	pdf: "PDF",
};

/** "EPUB · by Ada Example · 312 pages". */
export function describeDocument({ format, author, pages }: FoundDocument): string {
	return [formatNames[format], author && `by ${author}`, pages !== null && counted(pages, "page")]
		.filter(Boolean)
		.join(" · ");
}

/** "112 times · The lighthouse · page 3": where a passage was left out. */
export function describePassage(passage: FoundDocument["dropped"][number]["passages"][number]): string {
	const { count, chapter, page } = passage;
	return [count > 1 && counted(count, "time"), chapter, page !== null && `page ${page}`].filter(Boolean).join(" · ");
}
