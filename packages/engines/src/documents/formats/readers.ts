// The parsers of documents. Loading one takes up to half a second of CPU, so a process loads only those for its kind of file.
import { damaged } from "../errors.ts";
import type { DocumentFormat, DocumentLimits } from "../types.ts";
import type { Source } from "./source.ts";

/** What the first bytes of a file tell. A page is text whose article is wanted. */
export type FileKind = "pdf" | "zip" | "text" | "page";

type ReadOptions = { limits: DocumentLimits; onProgress: (share: number) => void };
export type Readers = {
	/** Throws DocumentError if the file can't be read. */
	check(format: DocumentFormat, bytes: Uint8Array): Promise<void>;
	read(format: DocumentFormat, bytes: Uint8Array, options: ReadOptions): Promise<Source>;
};

/** Signatures are among these. */
export const signatureBytes = 1024;

export function kindOf(bytes: Uint8Array, { article = false } = {}): FileKind {
	const start = Buffer.from(bytes.subarray(0, signatureBytes));
	if (start.includes("%PDF-")) return "pdf";
	if (start.subarray(0, 2).toString("latin1") === "PK") return "zip";
	return article ? "page" : "text";
}

export const loadReaders = (kind: FileKind): Promise<Readers> => loaders[kind]();

const loaders: Record<FileKind, () => Promise<Readers>> = {
	async pdf() {
		const { openPdf } = await import("../pdf/open.ts");
		const { readPdf } = await import("../pdf/pdf.ts");
		return {
			async check(_, bytes) {
				if ((await openPdf(bytes)).numPages === 0) throw damaged();
			},
			read: (_, bytes, { limits, onProgress }) => readPdf(bytes, limits, onProgress),
		};
	},
	async zip() {
		const { checkDocx, readDocx } = await import("../archive/docx.ts");
		const { checkEpub, readEpub } = await import("../archive/epub.ts");
		return {
			async check(format, bytes) {
				if (format === "docx") checkDocx(bytes);
				else checkEpub(bytes);
			},
			read: async (format, bytes, { onProgress }) =>
				format === "docx" ? readDocx(bytes) : readEpub(bytes, onProgress),
		};
	},
	async text() {
		const { readPage } = await import("./html.ts");
		return readText(readPage);
	},
	async page() {
		const { readArticle } = await import("./article.ts");
		return readText(readArticle);
	},
};

async function readText(readHtml: (html: string) => Source): Promise<Readers> {
	const { decodeMarkup, decodeText } = await import("./text.ts");
	const { readMarkdown } = await import("./md.ts");
	const { readTxt } = await import("./txt.ts");
	return {
		check: async () => {},
		async read(format, bytes) {
			if (format === "html") return readHtml(decodeMarkup(bytes));
			return format === "md" ? readMarkdown(decodeText(bytes)) : readTxt(decodeText(bytes));
		},
	};
}
