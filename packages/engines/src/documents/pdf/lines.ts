// Turns the positioned text of a page into lines.
export type TextItem = { str: string; transform: number[]; width: number; height: number };

/** Coordinates are in points, from the lower left corner of the page. */
export type PdfLine = { text: string; x: number; right: number; y: number; size: number; characters: number };

export type PdfPage = { number: number; height: number; lines: PdfLine[] };

type Piece = { text: string; x: number; right: number; y: number; size: number };

/** Shares of the font size. */
const maxBaselineShift = 0.45;
const minSuperscriptRise = 0.12;
const maxSuperscriptSize = 0.82;
const minGap = 0.16;
const minColumnGap = 3;
const minDropCapSize = 1.8;

const referenceMark = /^\s*(?:\d{1,3}(?:\s*[,–-]\s*\d{1,3})*|[*†‡§¶]{1,3}|\[\d{1,3}\])\s*$/;

export function toLines(items: readonly TextItem[]): PdfLine[] {
	const rows: Piece[][] = [];
	for (const item of items) {
		const piece = toPiece(item);
		if (!piece) continue;
		const row = rows.at(-1);
		if (row && belongsTo(row, piece)) row.push(piece);
		else rows.push([piece]);
	}
	return joinDropCaps(rows.flatMap(toLine));
}

function toPiece({ str, transform, width, height }: TextItem): Piece | undefined {
	const [a = 0, b = 0, , d = 0, x = 0, y = 0] = transform;
	// Text that runs up or down the page is not part of the lines.
	if (str.trim() === "" || Math.abs(b) > Math.abs(a)) return undefined;
	const size = Math.abs(d) || height || Math.hypot(a, b);
	return { text: str, x, right: x + width, y, size };
}

function belongsTo(row: readonly Piece[], piece: Piece): boolean {
	const last = row.at(-1);
	const main = mainPiece(row);
	if (!last || !main) return false;
	const size = Math.max(main.size, piece.size);
	return Math.abs(piece.y - main.y) <= size * maxBaselineShift && piece.x >= last.x - size;
}

/** The one with the most text decides about the line. */
const mainPiece = (row: readonly Piece[]) =>
	row.reduce<Piece | undefined>(
		(main, piece) => (!main || piece.text.length * piece.size > main.text.length * main.size ? piece : main),
		undefined,
	);

function toLine(row: Piece[]): PdfLine[] {
	const main = mainPiece(row);
	if (!main) return [];
	let text = "";
	let end: Piece | undefined;
	let right = main.x;
	for (const piece of row) {
		right = Math.max(right, piece.right);
		const isRaised = piece.size <= main.size * maxSuperscriptSize && piece.y - main.y >= main.size * minSuperscriptRise;
		// A mark at the start of a line is that of a note.
		if (isRaised && text !== "" && referenceMark.test(piece.text)) {
			end = { ...piece, text: text.at(-1) ?? "" };
			continue;
		}
		const gap = end ? piece.x - end.right : 0;
		const needsSpace = gap > main.size * minGap && !/\s$/.test(text) && !/^\s/.test(piece.text);
		text += needsSpace ? ` ${piece.text}` : piece.text;
		end = piece;
	}
	const trimmed = text.trim();
	if (trimmed === "") return [];
	const x = Math.min(...row.map((piece) => piece.x));
	return [{ text: trimmed, x, right, y: main.y, size: main.size, characters: trimmed.length }];
}

/** The large first letter of a chapter belongs to the word that follows it. */
function joinDropCaps(lines: readonly PdfLine[]): PdfLine[] {
	const joined: PdfLine[] = [];
	for (const line of lines) {
		const before = joined.at(-1);
		const isDropCap =
			before &&
			/^["“‘«]?\p{Lu}$/u.test(before.text) &&
			before.size >= line.size * minDropCapSize &&
			line.x >= before.right - line.size &&
			line.y >= before.y - line.size &&
			line.y <= before.y + before.size;
		if (isDropCap) joined.splice(-1, 1, { ...line, text: before.text + line.text, x: before.x });
		else joined.push(line);
	}
	return joined;
}

/** From top to bottom, unless the page has columns, whose order is that of the file. */
export function inReadingOrder(lines: readonly PdfLine[]): PdfLine[] {
	const isBackward = lines.some((line, at) => {
		const before = lines[at - 1];
		return before && line.y > before.y + line.size && line.x < before.right - minColumnGap;
	});
	return isBackward ? lines.toSorted((first, second) => second.y - first.y) : [...lines];
}
