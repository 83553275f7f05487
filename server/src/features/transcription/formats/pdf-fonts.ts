// Fonts of PDF files. Latin, Greek and Cyrillic text uses Noto Sans, embedded by script; Chinese, Japanese and Korean
// text the standard fonts that PDF viewers bring.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

const fontFile = createRequire(import.meta.url).resolve;
const subsets = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"] as const;

export type EmbeddedFont = {
	kind: "embedded";
	name: string;
	/** The TrueType file. */
	bytes: Buffer;
	/** Of 1000 units per em. */
	widthOf(glyph: number): number;
	glyphOf(codePoint: number): number | undefined;
	ascent: number;
	descent: number;
	box: [number, number, number, number];
};
export type StandardFont = { kind: "standard"; name: string; encoding: string; ordering: string; supplement: number };
export type PdfFont = EmbeddedFont | StandardFont;

const standardFonts: Record<string, StandardFont> = {
	zh: { kind: "standard", name: "STSong-Light", encoding: "UniGB-UTF16-H", ordering: "GB1", supplement: 4 },
	ja: { kind: "standard", name: "HeiseiKakuGo-W5", encoding: "UniJIS-UTF16-H", ordering: "Japan1", supplement: 4 },
	ko: { kind: "standard", name: "HYGoThic-Medium", encoding: "UniKS-UTF16-H", ordering: "Korea1", supplement: 1 },
};
const hangul = /\p{Script=Hangul}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

const loaded = new Map<string, EmbeddedFont>();

function noto(subset: string, weight: 400 | 700): EmbeddedFont {
	const name = `noto-sans-${subset}-${weight}-normal`;
	let font = loaded.get(name);
	if (!font) {
		font = parseFont(name, unpackWoff(readFileSync(fontFile(`@fontsource/noto-sans/files/${name}.woff`))));
		loaded.set(name, font);
	}
	return font;
}

/** The font that has a character. Undefined if there is none. */
export function fontFor(character: string, bold: boolean, language: string): PdfFont | undefined {
	const codePoint = character.codePointAt(0) ?? 0;
	for (const subset of subsets) {
		const font = noto(subset, bold ? 700 : 400);
		if (font.glyphOf(codePoint) !== undefined) return font;
	}
	if (!eastAsian.test(character)) return undefined;
	if (hangul.test(character)) return standardFonts.ko;
	if (kana.test(character)) return standardFonts.ja;
	return standardFonts[language] ?? standardFonts.zh;
}

/** A WOFF file is a TrueType file whose tables are compressed. */
function unpackWoff(woff: Buffer): Buffer {
	const count = woff.readUInt16BE(12);
	const tables = Array.from({ length: count }, (_, index) => {
		const at = 44 + index * 20;
		const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
			number,
			number,
			number,
		];
		const bytes = woff.subarray(offset, offset + packed);
		return {
			tag: woff.subarray(at, at + 4),
			checksum: woff.readUInt32BE(at + 16),
			bytes: packed < length ? inflateSync(bytes) : bytes,
		};
	});
	const power = 2 ** Math.floor(Math.log2(count));
	const header = Buffer.alloc(12 + count * 16);
	woff.copy(header, 0, 4, 8);
	header.writeUInt16BE(count, 4);
	header.writeUInt16BE(power * 16, 6);
	header.writeUInt16BE(Math.log2(power), 8);
	header.writeUInt16BE((count - power) * 16, 10);
	let offset = header.length;
	const bodies = tables.map(({ tag, checksum, bytes }, index) => {
		const at = 12 + index * 16;
		tag.copy(header, at);
		header.writeUInt32BE(checksum, at + 4);
		header.writeUInt32BE(offset, at + 8);
		header.writeUInt32BE(bytes.length, at + 12);
		const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
		bytes.copy(padded);
		offset += padded.length;
		return padded;
	});
	return Buffer.concat([header, ...bodies]);
}

function parseFont(name: string, bytes: Buffer): EmbeddedFont {
	const tables = new Map<string, Buffer>();
	for (let index = 0; index < bytes.readUInt16BE(4); index++) {
		const at = 12 + index * 16;
		const offset = bytes.readUInt32BE(at + 8);
		tables.set(bytes.toString("latin1", at, at + 4), bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)));
	}
	const table = (tag: string) => {
		const found = tables.get(tag);
		if (!found) throw new Error(`${name} has no table ${tag}`);
		return found;
	};
	const [head, hhea, hmtx] = [table("head"), table("hhea"), table("hmtx")];
	const scale = 1000 / head.readUInt16BE(18);
	const metrics = hhea.readUInt16BE(34);
	const glyphs = readCmap(table("cmap"));
	return {
		kind: "embedded",
		name: `${name.replaceAll("-", "")}`,
		bytes,
		widthOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * scale,
		glyphOf: (codePoint) => glyphs.get(codePoint),
		ascent: hhea.readInt16BE(4) * scale,
		descent: hhea.readInt16BE(6) * scale,
		box: [36, 38, 40, 42].map((at) => head.readInt16BE(at) * scale) as [number, number, number, number],
	};
}

/** Glyphs by code point, from the Unicode table of format 4 or 12. */
function readCmap(cmap: Buffer): Map<number, number> {
	const glyphs = new Map<number, number>();
	for (let index = 0; index < cmap.readUInt16BE(2); index++) {
		const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
		const format = table.readUInt16BE(0);
		if (format === 4) readSegments(table, glyphs);
		if (format === 12)
			for (let group = 0; group < table.readUInt32BE(12); group++) {
				const [start, end, glyph] = [0, 4, 8].map((at) => table.readUInt32BE(16 + group * 12 + at)) as [
					number,
					number,
					number,
				];
				for (let code = start; code <= end; code++) glyphs.set(code, glyph + code - start);
			}
	}
	return glyphs;
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
	const count = table.readUInt16BE(6) / 2;
	for (let segment = 0; segment < count; segment++) {
		const end = table.readUInt16BE(14 + segment * 2);
		const start = table.readUInt16BE(16 + count * 2 + segment * 2);
		const delta = table.readUInt16BE(16 + count * 4 + segment * 2);
		const rangeAt = 16 + count * 6 + segment * 2;
		const range = table.readUInt16BE(rangeAt);
		for (let code = start; code <= end && code !== 0xffff; code++) {
			const raw = range === 0 ? code : table.readUInt16BE(rangeAt + range + (code - start) * 2);
			const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff;
			if (glyph !== 0) glyphs.set(code, glyph);
		}
	}
}
