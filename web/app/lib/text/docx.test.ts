import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { docxText } from "./docx.ts";

const document = `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>
<w:p><w:pPr/><w:r><w:t>Ada &amp; </w:t></w:r><w:r><w:t xml:space="preserve">Charles</w:t></w:r></w:p>
<w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p><w:p/>
<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>&#233;t&#xe9;</w:t></w:r></w:p></w:body></w:document>`;
const archive = (files: Record<string, string>, level: 0 | 6 = 6) =>
	zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level });

test("reads paragraphs, compressed or not, without deleted text", () => {
	for (const level of [0, 6] as const) {
		const bytes = archive({ "[Content_Types].xml": "<x/>", "word/document.xml": document }, level);
		expect(docxText(bytes)).toBe("Ada & Charles\n\none\ntwo three\n\nété");
	}
});

test("returns undefined for other files and truncated documents", () => {
	expect(docxText(archive({ "other.xml": "<x/>" }))).toBeUndefined();
	expect(docxText(new Uint8Array(0))).toBeUndefined();
	const complete = archive({ "word/document.xml": document });
	for (let length = 0; length < complete.length; length += 7) {
		expect(docxText(complete.slice(0, length)), `cut to ${length}`).toBeUndefined();
	}
});

/** Offset of the directory entry that an archive with one file has. */
const directoryOf = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(bytes.length - 6, true);

test("rejects a document that decompresses to too much text", () => {
	expect(docxText(archive({ "word/document.xml": "a".repeat(25_000_000) }))).toBeUndefined();
});

test("reads no more than the size that an entry claims", () => {
	const bytes = archive({
		"word/document.xml": `<w:p><w:t>one</w:t></w:p>${"<w:p><w:t>two</w:t></w:p>".repeat(100_000)}`,
	});
	new DataView(bytes.buffer).setUint32(directoryOf(bytes) + 24, 50, true);
	expect(docxText(bytes)).toBe("one\n\ntwo");
});

test("rejects an archive that claims too many entries", () => {
	const bytes = archive(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, ""])));
	expect(docxText(bytes)).toBeUndefined();
	const endless = archive({ "word/document.xml": document });
	new DataView(endless.buffer).setUint16(endless.length - 14, 0xffff, true);
	expect(docxText(endless)).toBeUndefined();
});
