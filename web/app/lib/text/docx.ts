import { unzipSync } from "fflate";

const maxBytes = 20_000_000;
const maxEntries = 10_000;

/** The main part of a document; undefined if the archive has none. Throws if the bytes are not an archive or a zip bomb. */
function documentXml(bytes: Uint8Array): string | undefined {
	let entries = 0;
	let found = false;
	const files = unzipSync(bytes, {
		filter: ({ name, originalSize }) => {
			if (++entries > maxEntries) throw new Error("The archive has too many entries.");
			if (found || name !== "word/document.xml") return false;
			// fflate never writes more than this size, even if the entry holds more.
			if (originalSize > maxBytes) throw new Error("The document is too long.");
			found = true;
			return true;
		},
	});
	const [xml] = Object.values(files);
	return xml && new TextDecoder().decode(xml);
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
export function docxText(bytes: Uint8Array): string | undefined {
	let xml: string | undefined;
	try {
		xml = documentXml(bytes);
	} catch {
		return undefined;
	}
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
