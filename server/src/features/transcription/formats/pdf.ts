import { AppError } from "@timbre/contract/errors.ts";
import { createPdf } from "./pdf-file.ts";
import { fontFor, type PdfFont } from "./pdf-fonts.ts";
import type { TranscriptDocument } from "./types.ts";

type Style = { size: number; bold: boolean; gray: boolean };
/** A piece of text in one font. */
type Run = { font: PdfFont; text: string; width: number; style: Style };
/** What is never broken between lines. */
type Token = { runs: Run[]; width: number; space: boolean };

// A4, in points.
const page = { width: 595, height: 842 };
const margin = 56;
const body: Style = { size: 11, bold: false, gray: false };
const name: Style = { ...body, bold: true };
const time: Style = { ...body, gray: true };
const heading: Style = { size: 18, bold: true, gray: false };
const lineHeight = 1.45;
const paragraphGap = 8;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Throws if a letter of the transcript is in a script that no font here has. */
export function writePdf({ title, language, paragraphs }: TranscriptDocument): Uint8Array {
	const pdf = createPdf(title, page);
	let content = "";
	let top = page.height - margin;
	let pages = 0;
	const turn = () => {
		pages++;
		const number = textAt(pdf, tokensOf(String(pages), { ...time, size: 9 }, language), margin, margin / 2);
		pdf.addPage(content + number);
		content = "";
		top = page.height - margin;
	};
	const add = (tokens: readonly Token[], size: number) => {
		for (const line of breakLines(tokens)) {
			const height = size * lineHeight;
			if (top - height < margin) turn();
			top -= height;
			content += textAt(pdf, line, margin, top);
		}
	};
	add(tokensOf(title, heading, language), heading.size);
	top -= paragraphGap;
	for (const paragraph of paragraphs) {
		const tokens = [
			...(paragraph.time === undefined ? [] : tokensOf(`${paragraph.time} `, time, language)),
			...(paragraph.speaker === undefined ? [] : tokensOf(`${paragraph.speaker}: `, name, language)),
			...tokensOf(paragraph.text, body, language),
		];
		add(tokens, body.size);
		top -= paragraphGap;
	}
	turn();
	return pdf.finish();
}

function tokensOf(text: string, style: Style, language: string): Token[] {
	const parts = text.split(/(\s+)/).flatMap((part) => (unspaced.test(part) ? [...part] : [part]));
	return parts
		.filter((part) => part !== "")
		.map((part) => {
			const space = part.trim() === "";
			const runs = runsOf(space ? " " : part, style, language);
			return { runs, space, width: runs.reduce((sum, run) => sum + run.width, 0) };
		});
}

function runsOf(text: string, style: Style, language: string): Run[] {
	const runs: Run[] = [];
	for (const original of text.normalize("NFC")) {
		let character = original;
		let font = fontFor(character, style.bold, language);
		if (!font) {
			if (/[\p{L}\p{N}]/u.test(character))
				throw new AppError(
					"unsupported_language",
					"This transcript contains a script that PDF files of this server can't show. Export it as DOCX or HTML instead.",
					{ param: "format" },
				);
			character = "?";
			font = fontFor(character, style.bold, language) as PdfFont;
		}
		const width = (widthOf(font, character) * style.size) / 1000;
		const last = runs.at(-1);
		if (last && last.font === font) {
			last.text += character;
			last.width += width;
		} else runs.push({ font, text: character, width, style });
	}
	return runs;
}

function widthOf(font: PdfFont, character: string): number {
	if (font.kind === "standard") return 1000;
	return font.widthOf(font.glyphOf(character.codePointAt(0) ?? 0) ?? 0);
}

function breakLines(tokens: readonly Token[]): Token[][] {
	const lines: Token[][] = [];
	let line: Token[] = [];
	let width = 0;
	for (const token of tokens) {
		if (width + token.width > page.width - 2 * margin && line.length > 0 && !token.space) {
			lines.push(line);
			line = [];
			width = 0;
		}
		if (line.length === 0 && token.space) continue;
		line.push(token);
		width += token.width;
	}
	if (line.length > 0) lines.push(line);
	return lines;
}

/** The operators that show a line with its baseline at `y`. */
function textAt(pdf: ReturnType<typeof createPdf>, tokens: readonly Token[], x: number, y: number): string {
	const shown = tokens
		.flatMap(({ runs }) => runs)
		.map(({ font, text, style }) => {
			const { key, operand } = pdf.encode(font, text);
			return `${style.gray ? "0.42 g" : "0.11 g"} /${key} ${style.size} Tf ${operand} Tj`;
		});
	return `BT 1 0 0 1 ${x} ${y.toFixed(2)} Tm\n${shown.join("\n")}\nET\n`;
}
