import { toChapters } from "../chapters.ts";
import type { DocumentLimits, DocumentText } from "../types.ts";
import type { Readers } from "./readers.ts";
import { recognize } from "./recognize.ts";
import { cleanText, shorten } from "./text.ts";

type ParseOptions = {
	fileName: string;
	limits: DocumentLimits;
	onProgress: (share: number) => void;
};

/** The rest is dividing into chapters. */
const readingShare = 0.9;
const maxAuthorCharacters = 300;
const maxLanguageCharacters = 35;

export async function parse(
	bytes: Uint8Array,
	readers: Readers,
	{ fileName, limits, onProgress }: ParseOptions,
): Promise<DocumentText> {
	const format = recognize(bytes, fileName);
	const report = (share: number) => onProgress(share * readingShare);
	const source = await readers.read(format, bytes, { limits, onProgress: report });
	onProgress(readingShare);
	const { title, chapters } = toChapters(source, fileName, limits);
	return {
		format,
		title,
		author: shorten(cleanText(source.author ?? ""), maxAuthorCharacters) || null,
		language: languageOf(source.language),
		pages: source.pages ?? null,
		chapters,
	};
}

function languageOf(language: string | null | undefined): string | null {
	const tag = cleanText(language ?? "").replaceAll("_", "-");
	return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag) && tag.length <= maxLanguageCharacters ? tag : null;
}
