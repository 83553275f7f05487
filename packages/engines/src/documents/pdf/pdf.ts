import { DocumentError } from "../errors.ts";
import type { Source } from "../formats/source.ts";
import { cleanText } from "../formats/text.ts";
import type { DocumentLimits } from "../types.ts";
import { layOut } from "./layout.ts";
import { type PdfPage, type TextItem, toLines } from "./lines.ts";
import { openPdf } from "./open.ts";

const meaninglessTitle =
	/^(?:untitled|microsoft word|document\d*|.*\.(?:docx?|indd|qxd|tex|pages|odt|rtf|pdf))(?:\s|$)/i;
/** Running heads and the like, which are not counted later. */
const maxExtraShare = 1.2;

export async function readPdf(
	bytes: Uint8Array,
	{ maxCharacters }: DocumentLimits,
	onProgress: (share: number) => void,
): Promise<Source> {
	const pdf = await openPdf(bytes);
	const { title, author, language } = await readMetadata(pdf);
	const pages: PdfPage[] = [];
	let characters = 0;
	for (let number = 1; number <= pdf.numPages; number++) {
		const page = await pdf.getPage(number);
		const { items } = await page.getTextContent();
		const [, bottom = 0, , top = 0] = page.view;
		const lines = toLines(items.filter((item): item is TextItem & typeof item => "str" in item));
		pages.push({ number, height: top - bottom, lines: lines.map((line) => ({ ...line, y: line.y - bottom })) });
		page.cleanup();
		characters += lines.reduce((sum, line) => sum + line.characters, 0);
		if (characters > maxCharacters * maxExtraShare)
			throw new DocumentError(
				"too_large",
				`The first ${number} of ${pdf.numPages} pages have more than ${maxCharacters.toLocaleString("en-US")} characters, which is the limit. Split the document into several files.`,
			);
		onProgress(number / pdf.numPages);
	}
	if (!pages.some((page) => page.lines.some((line) => /[\p{L}\p{N}]/u.test(line.text))))
		throw new DocumentError(
			"no_text",
			"The PDF contains no text, only pictures of pages. Use text recognition (OCR) to create a PDF with text and upload that.",
		);
	return { title, author, language, pages: pdf.numPages, blocks: layOut(pages) };
}

type Pdf = Awaited<ReturnType<typeof openPdf>>;

async function readMetadata(pdf: Pdf): Promise<Pick<Source, "title" | "author" | "language">> {
	const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
	const field = (name: string) => {
		const value = (info as Record<string, unknown>)[name];
		return typeof value === "string" ? cleanText(value) || null : null;
	};
	const title = field("Title");
	return {
		title: title && meaninglessTitle.test(title) ? null : title,
		author: field("Author"),
		language: field("Language"),
	};
}
