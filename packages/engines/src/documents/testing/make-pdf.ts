// Writes PDF files by hand: text at positions, in Helvetica.
import { deflateSync } from "node:zlib";

/** In points, from the lower left corner. */
export type PdfText = { text: string; x: number; y: number; size?: number };

export type PdfContent = {
	pages: readonly (readonly PdfText[])[];
	title?: string;
	author?: string;
	/** Adds an /Encrypt dictionary with a password that nobody knows. */
	encrypted?: boolean;
};

export const pdfWidth = 420;
export const pdfHeight = 595;

const defaultSize = 11;
/** Widths of the characters from the space on, in thousandths of the font size. */
const widths = [
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
	556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
	722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
	556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
	260, 334, 584,
];

export const textWidth = (text: string, size = defaultSize) =>
	[...text].reduce((sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 556), 0) * (size / 1000);

export function makePdf({ pages, title, author, encrypted }: PdfContent): Uint8Array {
	const objects: string[] = [];
	const add = (object: string) => `${objects.push(object)} 0 R`;
	const font = add(
		`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths.join(" ")}] >>`,
	);
	const parent = `${objects.length + pages.length * 2 + 1} 0 R`;
	const kids = pages.map((page) => {
		const content = deflateSync(page.map(operators).join("\n")).toString("latin1");
		const stream = add(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content}\nendstream`);
		return add(
			`<< /Type /Page /Parent ${parent} /MediaBox [0 0 ${pdfWidth} ${pdfHeight}] /Resources << /Font << /F1 ${font} >> >> /Contents ${stream} >>`,
		);
	});
	add(`<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`);
	const root = add(`<< /Type /Catalog /Pages ${parent} >>`);
	const info = add(`<< /Title (${literal(title ?? "")}) /Author (${literal(author ?? "")}) >>`);
	const key = "<".concat("5a".repeat(32), ">");
	const encrypt = encrypted ? ` /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${key} /U ${key} >>` : "";
	const id = `/ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]`;
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const at = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(at).padStart(10, "0")} 00000 n \n`;
	});
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${root} /Info ${info} ${id}${encrypt} >>`;
	return Buffer.from(`${file}${table}${trailer}\nstartxref\n${file.length}\n%%EOF\n`, "latin1");
}

const literal = (text: string) => text.replace(/[\\()]/g, "\\$&");
const operators = ({ text, x, y, size = defaultSize }: PdfText) =>
	`BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${literal(text)}) Tj ET`;

export type PdfParagraph = { text: string; size?: number };
export type PdfPageDecoration = { head?: string; foot?: string };

const margin = 50;
const leading = 14;
const indent = 15;

/** Sets paragraphs in lines and pages. Larger paragraphs are headings, which start a page if `breakBefore` is set. */
export function layOutPages(
	paragraphs: readonly (PdfParagraph & { breakBefore?: boolean })[],
	decorate: (page: number) => PdfPageDecoration,
): PdfText[][] {
	const pages: PdfText[][] = [[]];
	const top = pdfHeight - margin - 30;
	let y = top;
	const put = (text: string, x: number, size: number) => {
		if (y < margin + 60) {
			pages.push([]);
			y = top;
		}
		pages.at(-1)?.push({ text, x, y, size });
		y -= size > defaultSize ? size * 2 : leading;
	};
	for (const { text, size = defaultSize, breakBefore } of paragraphs) {
		if (breakBefore && (pages.at(-1)?.length ?? 0) > 0) {
			pages.push([]);
			y = top - 40;
		}
		let line = "";
		let x = size > defaultSize ? margin : margin + indent;
		for (const word of text.split(" ")) {
			const longer = line === "" ? word : `${line} ${word}`;
			if (x + textWidth(longer, size) > pdfWidth - margin && line !== "") {
				put(line, x, size);
				x = margin;
				line = word;
			} else line = longer;
		}
		put(line, x, size);
	}
	return pages.map((page, index) => {
		const { head, foot } = decorate(index + 1);
		const decorations: PdfText[] = [];
		if (head) decorations.push({ text: head, x: margin, y: pdfHeight - 40, size: 9 });
		if (foot) decorations.push({ text: foot, x: (pdfWidth - textWidth(foot, 9)) / 2, y: 30, size: 9 });
		return [...decorations, ...page];
	});
}
