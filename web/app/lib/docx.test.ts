import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { docxText } from "./docx.ts";

const document = `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>
<w:p><w:pPr/><w:r><w:t>Ada &amp; </w:t></w:r><w:r><w:t xml:space="preserve">Charles</w:t></w:r></w:p>
<w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t></w:r></w:p><w:p/>
<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>&#233;t&#xe9;</w:t></w:r></w:p></w:body></w:document>`;
const archive = (files: Record<string, string>, level: 0 | 6 = 6) =>
	zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
		level,
	}) as Uint8Array<ArrayBuffer>;

test("reads paragraphs, compressed or not, without deleted text", async () => {
	for (const level of [0, 6] as const) {
		const bytes = archive({ "[Content_Types].xml": "<x/>", "word/document.xml": document }, level);
		expect(await docxText(bytes)).toBe("Ada & Charles\n\none\ntwo three\n\nété");
	}
});

test("returns undefined for other files and truncated documents", async () => {
	expect(await docxText(archive({ "other.xml": "<x/>" }))).toBeUndefined();
	expect(await docxText(new Uint8Array(0))).toBeUndefined();
	const complete = archive({ "word/document.xml": document });
	for (let length = 0; length < complete.length; length += 7) {
		expect(await docxText(complete.slice(0, length)), `cut to ${length}`).toBeUndefined();
	}
});

test("rejects a document that decompresses to too much text", async () => {
	expect(await docxText(archive({ "word/document.xml": "a".repeat(25_000_000) }))).toBeUndefined();
});
