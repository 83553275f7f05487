// Small valid documents for tests.
import { strToU8, zipSync } from "fflate";
import type { Novel } from "./make-novel.ts";

type Paragraph = {
	text: string;
	/** A Word style such as "Title", "Heading1" or "Heading2". */
	style?: string;
	footnote?: string;
};

type Chapter = { title: string; paragraphs: readonly string[] };

export type DocxContent = {
	paragraphs?: readonly (Paragraph | string)[];
	/** After the paragraphs, each with a heading. */
	chapters?: readonly Chapter[];
	title?: string;
	author?: string;
	language?: string;
	header?: string;
	/** Rows of a table at the end. */
	table?: readonly (readonly string[])[];
	/** Replaces word/document.xml. */
	documentXml?: string;
	/** More entries of the archive. */
	files?: Record<string, string | Uint8Array>;
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const wordStyles = { Title: "Title", Heading1: "heading 1", Heading2: "heading 2", Heading3: "heading 3" };

export function makeDocx(content: DocxContent): Uint8Array {
	const notes: string[] = [];
	const chapters = (content.chapters ?? []).flatMap((chapter): (Paragraph | string)[] => [
		{ text: chapter.title, style: "Heading1" },
		...chapter.paragraphs,
	]);
	const paragraphs = [...(content.paragraphs ?? []), ...chapters].map((paragraph) => {
		const { text, style, footnote } = typeof paragraph === "string" ? ({ text: paragraph } as Paragraph) : paragraph;
		const reference = footnote ? `<w:r><w:footnoteReference w:id="${notes.push(footnote)}"/></w:r>` : "";
		const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : "";
		return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>${reference}</w:p>`;
	});
	const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p></w:tc>`;
	const table = content.table
		? `<w:tbl>${content.table.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`
		: "";
	const styles = Object.entries(wordStyles).map(
		([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
	);
	const note = (text: string, index: number) =>
		`<w:footnote w:id="${index + 1}"><w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p></w:footnote>`;
	const files: Record<string, string | Uint8Array> = {
		"[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels": `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels": `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${relationships}/footnotes" Target="footnotes.xml"/><Relationship Id="r3" Type="${relationships}/header" Target="header1.xml"/></Relationships>`,
		"word/styles.xml": `${declaration}<w:styles ${wordNamespace}>${styles.join("")}</w:styles>`,
		"word/footnotes.xml": `${declaration}<w:footnotes ${wordNamespace}>${notes.map(note).join("")}</w:footnotes>`,
		"word/header1.xml": `${declaration}<w:hdr ${wordNamespace}><w:p><w:r><w:t>${escapeXml(content.header ?? "")}</w:t></w:r></w:p></w:hdr>`,
		"word/document.xml":
			content.documentXml ??
			`${declaration}<w:document ${wordNamespace}><w:body>${paragraphs.join("")}${table}</w:body></w:document>`,
		"docProps/core.xml": `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(content.title ?? "")}</dc:title><dc:creator>${escapeXml(content.author ?? "")}</dc:creator><dc:language>${escapeXml(content.language ?? "")}</dc:language></cp:coreProperties>`,
		...content.files,
	};
	return pack(files);
}

export type EpubContent = {
	title?: string;
	author?: string;
	language?: string;
	/** Files of the spine, c1.xhtml and so on: the body of each, or the whole file if it begins with "<?xml". */
	chapters: readonly (Chapter | { file?: string; body: string; linear?: boolean })[];
	/** Titles and links, such as `c1.xhtml#part`. By default one for each chapter with a title. */
	toc?: readonly { title: string; href: string }[];
	/** The older form of the table of contents. */
	ncx?: boolean;
	encryption?: string;
	files?: Record<string, string | Uint8Array>;
};

type SpineItem = { id: string; path: string; body: string; title?: string; linear?: boolean };

export function makeEpub({ chapters, toc, ncx, encryption, files, ...metadata }: EpubContent): Uint8Array {
	const items = chapters.map((chapter, index): SpineItem => {
		const path = `c${index + 1}.xhtml`;
		if ("body" in chapter) return { ...chapter, id: `i${index}`, path: chapter.file ?? path };
		const paragraphs = chapter.paragraphs.map((text) => `<p>${escapeXml(text)}</p>`);
		return {
			id: `i${index}`,
			path,
			title: chapter.title,
			body: `<h1>${escapeXml(chapter.title)}</h1>${paragraphs.join("")}`,
			linear: true,
		};
	});
	const titled = items.flatMap((item) => (item.title ? [{ title: item.title, href: item.path }] : []));
	const manifest = items.map(({ id, path }) => `<item id="${id}" href="${path}" media-type="application/xhtml+xml"/>`);
	const spine = items.map(({ id, linear }) => `<itemref idref="${id}"${linear === false ? ' linear="no"' : ""}/>`);
	const links = (toc ?? titled).map(({ title, href }) => ({ title: escapeXml(title), href }));
	const contents = ncx
		? `${declaration}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${links.map(({ title, href }) => `<navPoint><navLabel><text>${title}</text></navLabel><content src="${href}"/></navPoint>`).join("")}</navMap></ncx>`
		: `${declaration}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><h1>Contents</h1><ol>${links.map(({ title, href }) => `<li><a href="${href}">${title}</a></li>`).join("")}</ol></nav></body></html>`;
	const contentsItem = ncx
		? '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
		: '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>';
	const { title = "", author = "", language = "en" } = metadata;
	return pack({
		mimetype: "application/epub+zip",
		"META-INF/container.xml": `${declaration}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
		"OEBPS/book.opf": `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><dc:language>${escapeXml(language)}</dc:language></metadata><manifest>${contentsItem}${manifest.join("")}</manifest><spine${ncx ? ' toc="ncx"' : ""}>${ncx ? "" : '<itemref idref="nav"/>'}${spine.join("")}</spine></package>`,
		[ncx ? "OEBPS/toc.ncx" : "OEBPS/nav.xhtml"]: contents,
		...Object.fromEntries(items.map(({ path, body }) => [`OEBPS/${path}`, toXhtml(body)])),
		...(encryption && { "META-INF/encryption.xml": encryption }),
		...files,
	});
}

const toXhtml = (body: string) =>
	body.startsWith("<?xml")
		? body
		: `${declaration}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>File</title></head><body>${body}</body></html>`;

function pack(files: Record<string, string | Uint8Array>): Uint8Array {
	return zipSync(
		Object.fromEntries(
			Object.entries(files).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content]),
		),
	);
}

const chaptersOf = ({ chapters }: Novel) => chapters.map(({ name, paragraphs }) => ({ title: name, paragraphs }));

export const novelDocx = (novel: Novel) =>
	makeDocx({
		title: novel.title,
		author: novel.author,
		language: "en-US",
		paragraphs: [{ text: novel.title, style: "Title" }],
		chapters: chaptersOf(novel),
	});

export const novelEpub = (novel: Novel) =>
	makeEpub({ title: novel.title, author: novel.author, chapters: chaptersOf(novel) });
