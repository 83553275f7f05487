import { strToU8, zipSync } from "fflate";
import { escapeXml } from "./html.ts";
import type { Paragraph, TranscriptDocument } from "./types.ts";

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** The first day that a zip archive can name. */
const epoch = new Date(1980, 0, 1);
const rightToLeft = new Set(["ar", "he", "fa", "ur"]);

/** The smallest document that word processors open: text with direct formatting. */
export function writeDocx(document: TranscriptDocument): Uint8Array {
	const files: [name: string, text: string][] = [
		[
			"[Content_Types].xml",
			`${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
		],
		[
			"_rels/.rels",
			`${header}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
		],
		[
			"docProps/core.xml",
			`${header}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(document.title)}</dc:title><dc:language>${escapeXml(document.language)}</dc:language></cp:coreProperties>`,
		],
		["word/document.xml", bodyOf(document)],
	];
	// A fixed time: the same transcript gives the same file.
	return zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), { mtime: epoch });
}

function bodyOf({ title, language, paragraphs }: TranscriptDocument): string {
	const bidi = rightToLeft.has(language) ? "<w:bidi/>" : "";
	const heading = `<w:p><w:pPr>${bidi}<w:spacing w:after="240"/></w:pPr>${run(title, '<w:b/><w:sz w:val="36"/>', bidi)}</w:p>`;
	const blocks = paragraphs.map((paragraph) => paragraphOf(paragraph, bidi));
	return `${header}<w:document xmlns:w="${word}"><w:body>${heading}${blocks.join("")}<w:sectPr><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

function paragraphOf({ time, speaker, text }: Paragraph, bidi: string): string {
	const runs = [
		...(time === undefined ? [] : [run(`${time}  `, '<w:color w:val="6B6B70"/>', bidi)]),
		...(speaker === undefined ? [] : [run(`${speaker}: `, "<w:b/>", bidi)]),
		run(text, "", bidi),
	];
	return `<w:p><w:pPr>${bidi}<w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr>${runs.join("")}</w:p>`;
}

function run(text: string, format: string, bidi: string): string {
	const direction = bidi === "" ? "" : "<w:rtl/>";
	return `<w:r><w:rPr>${format}${direction}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}
