// The objects of a PDF file.
import { deflateSync } from "node:zlib";
import type { EmbeddedFont, PdfFont, StandardFont } from "./pdf-fonts.ts";

type UsedFont = { font: PdfFont; key: string; glyphs: Map<number, number> };

/** Collects pages and the fonts that they use. */
export function createPdf(title: string, size: { width: number; height: number }) {
	const fonts = new Map<string, UsedFont>();
	const pages: string[] = [];
	return {
		addPage: (content: string) => void pages.push(content),
		/** The text as operand of a font: the font's key and the encoded string. */
		encode(font: PdfFont, text: string): { key: string; operand: string } {
			let used = fonts.get(font.name);
			if (!used) {
				used = { font, key: `F${fonts.size + 1}`, glyphs: new Map() };
				fonts.set(font.name, used);
			}
			if (font.kind === "standard") return { key: used.key, operand: `<${utf16(text)}>` };
			const codes = [...text].map((character) => {
				const codePoint = character.codePointAt(0) ?? 0;
				const glyph = font.glyphOf(codePoint) ?? 0;
				used.glyphs.set(glyph, codePoint);
				return hex(glyph);
			});
			return { key: used.key, operand: `<${codes.join("")}>` };
		},
		finish: () => write(title, size, pages, [...fonts.values()]),
	};
}

const hex = (value: number) => value.toString(16).padStart(4, "0");
const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("");

function write(
	title: string,
	{ width, height }: { width: number; height: number },
	pages: readonly string[],
	fonts: readonly UsedFont[],
): Uint8Array {
	const objects: Buffer[] = [];
	const add = (body: string | Buffer) => objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, "latin1"));
	const stream = (bytes: Buffer, entries = "") => {
		const packed = deflateSync(bytes);
		const start = `<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`;
		return add(Buffer.concat([Buffer.from(start), packed, Buffer.from("\nendstream")]));
	};
	// Objects 1 and 2 name others, so they are filled in at the end.
	add("");
	add("");
	const info = add(`<< /Title <feff${utf16(title)}> /Producer (Timbre) >>`);
	const fontEntries = fonts.map(({ font, key, glyphs }) => {
		const id = font.kind === "standard" ? addStandard(font, add) : addEmbedded(font, glyphs, add, stream);
		return `/${key} ${id} 0 R`;
	});
	const resources = add(`<< /Font << ${fontEntries.join(" ")} >> >>`);
	const pageIds = pages.map((content) => {
		const body = stream(Buffer.from(content, "latin1"));
		return add(`<< /Type /Page /Parent 2 0 R /Resources ${resources} 0 R /Contents ${body} 0 R >>`);
	});
	const kids = pageIds.map((id) => `${id} 0 R`).join(" ");
	objects[0] = Buffer.from("<< /Type /Catalog /Pages 2 0 R >>");
	objects[1] = Buffer.from(
		`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 ${width} ${height}] >>`,
	);
	return join(objects, info);
}

function addStandard({ name, encoding, ordering, supplement }: StandardFont, add: (body: string) => number): number {
	const descriptor = add(
		`<< /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>`,
	);
	const descendant = add(
		`<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement ${supplement} >> /DW 1000 /FontDescriptor ${descriptor} 0 R >>`,
	);
	return add(
		`<< /Type /Font /Subtype /Type0 /BaseFont /${name}-${encoding} /Encoding /${encoding} /DescendantFonts [${descendant} 0 R] >>`,
	);
}

function addEmbedded(
	font: EmbeddedFont,
	glyphs: ReadonlyMap<number, number>,
	add: (body: string) => number,
	stream: (bytes: Buffer, entries?: string) => number,
): number {
	const file = stream(font.bytes, `/Length1 ${font.bytes.length} `);
	const descriptor = add(
		`<< /Type /FontDescriptor /FontName /${font.name} /Flags 4 /FontBBox [${font.box.map(Math.round).join(" ")}] /ItalicAngle 0 /Ascent ${Math.round(font.ascent)} /Descent ${Math.round(font.descent)} /CapHeight 714 /StemV 80 /FontFile2 ${file} 0 R >>`,
	);
	const widths = [...glyphs.keys()]
		.sort((one, other) => one - other)
		.map((glyph) => `${glyph} [${Math.round(font.widthOf(glyph))}]`);
	const descendant = add(
		`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /DW 600 /W [${widths.join(" ")}] /FontDescriptor ${descriptor} 0 R >>`,
	);
	const unicode = stream(Buffer.from(toUnicode(glyphs)));
	return add(
		`<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
	);
}

const mappingsAtOnce = 100;

/** So that text can be searched and copied. */
function toUnicode(glyphs: ReadonlyMap<number, number>): string {
	const lines = [...glyphs].map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(String.fromCodePoint(codePoint))}>`);
	const blocks: string[] = [];
	for (let at = 0; at < lines.length; at += mappingsAtOnce) {
		const block = lines.slice(at, at + mappingsAtOnce);
		blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
	}
	return [
		"/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
		"/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
		"1 begincodespacerange <0000> <ffff> endcodespacerange",
		...blocks,
		"endcmap CMapName currentdict /CMap defineresource pop end end",
	].join("\n");
}

function join(objects: readonly Buffer[], info: number): Uint8Array {
	const pieces = [Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1")];
	let offset = pieces[0]?.length ?? 0;
	const offsets = objects.map((body, index) => {
		const start = offset;
		const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
		pieces.push(piece);
		offset += piece.length;
		return start;
	});
	const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
	pieces.push(
		Buffer.from(
			`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
		),
	);
	return Buffer.concat(pieces);
}
