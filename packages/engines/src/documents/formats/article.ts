import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { readMarkup, readPage } from "./html.ts";
import type { Source } from "./source.ts";

/** Trees of larger pages take too much memory. */
const maxElements = 200_000;
const maxArticleCharacters = 20_000_000;

/** The article of a web page, or the whole page if none is found. */
export function readArticle(html: string): Source {
	// Also rejects what is nested too deeply for a tree.
	const page = readPage(html);
	if (html.length > maxArticleCharacters) return page;
	const found = extract(html);
	return found ? { ...page, ...found } : page;
}

function extract(html: string): Pick<Source, "title" | "author" | "language" | "blocks"> | undefined {
	try {
		const { document } = parseHTML(html);
		const article = new Readability(document as unknown as Document, { maxElemsToParse: maxElements }).parse();
		if (!article?.content) return undefined;
		const { blocks, title, author, language } = readMarkup(article.content);
		if (!blocks.some((block) => !block.dropped)) return undefined;
		const found = {
			title: article.title || title,
			author: article.byline || author,
			language: article.lang || language,
		};
		return { ...Object.fromEntries(Object.entries(found).filter(([, value]) => value)), blocks };
	} catch {
		// Readability expects a well-formed page. The whole page is still text.
		return undefined;
	}
}
