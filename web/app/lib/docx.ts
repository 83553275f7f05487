const maxBytes = 20_000_000;

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** One file of a zip archive as text; undefined if it is missing or the bytes are not an archive. */
async function zipEntry(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<string | undefined> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let end = bytes.length - 22;
	while (end >= 0 && view.getUint32(end, true) !== endOfDirectory) end--;
	if (end < 0) return undefined;
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left--) {
		if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) return undefined;
		const nameLength = view.getUint16(at + 28, true);
		const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
		if (name === fileName) return readEntry(bytes, view, at);
		at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
	}
	return undefined;
}

async function readEntry(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): Promise<string | undefined> {
	const method = view.getUint16(at + 10, true);
	const size = view.getUint32(at + 20, true);
	const header = view.getUint32(at + 42, true);
	if (header + 30 > bytes.length) return undefined;
	const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
	const packed = bytes.subarray(start, start + size);
	if (method === 0) return new TextDecoder().decode(packed);
	if (method !== 8) return undefined;
	const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	const decoder = new TextDecoder();
	let text = "";
	let read = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		read += value.length;
		// Guards against zip bombs.
		if (read > maxBytes) {
			await reader.cancel();
			throw new Error("The document is too long.");
		}
		text += decoder.decode(value, { stream: true });
	}
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
	return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
		if (name) return entities[name] ?? whole;
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
	});
}

/** The paragraphs of a .docx document; undefined for other files. */
export async function docxText(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
	const xml = await zipEntry(bytes, "word/document.xml").catch(() => undefined);
	if (xml === undefined) return undefined;
	const paragraphs = xml.split("</w:p>").map((paragraph) =>
		Array.from(paragraph.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(br|cr|tab)\b[^>]*\/>/g), ([, words, mark]) =>
			mark ? (mark === "tab" ? " " : "\n") : decoded(words ?? ""),
		)
			.join("")
			.trim(),
	);
	return paragraphs.filter(Boolean).join("\n\n");
}
