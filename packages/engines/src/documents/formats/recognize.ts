// Recognizes the format of a document by its content.

import { isZip, unzip } from "../archive/zip.ts";
import { DocumentError, unsupported } from "../errors.ts";
import type { DocumentFormat } from "../types.ts";
import { countControls } from "./text.ts";

const sampleBytes = 64 * 1024;
const maxControlShare = 0.002;
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0];

export function recognize(bytes: Uint8Array, fileName: string): DocumentFormat {
	const start = Buffer.from(bytes.subarray(0, sampleBytes));
	if (start.subarray(0, 1024).includes("%PDF-")) return "pdf";
	if (isZip(bytes)) return recognizeZip(bytes);
	if (oleSignature.every((byte, at) => bytes[at] === byte)) throw oleError(bytes);
	const text = textSample(start);
	if (text === undefined || /^\s*\{\\rtf/.test(text)) throw unsupported();
	const extension = /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1] ?? "";
	if (isHtml(text, extension)) return "html";
	return ["md", "markdown", "mdown", "mkd"].includes(extension) ? "md" : "txt";
}

function recognizeZip(bytes: Uint8Array): DocumentFormat {
	const names = unzip(bytes, (name) =>
		["META-INF/container.xml", "word/document.xml", "[Content_Types].xml"].includes(name),
	);
	if (names.has("META-INF/container.xml")) return "epub";
	if (names.has("word/document.xml")) return "docx";
	const types = names.get("[Content_Types].xml");
	if (types && Buffer.from(types).includes("wordprocessingml.document.main")) return "docx";
	throw unsupported();
}

function oleError(bytes: Uint8Array): DocumentError {
	// Office stores an encrypted document in this stream.
	if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from("EncryptedPackage", "utf16le")))
		return new DocumentError(
			"encrypted",
			"The document is protected by a password. Remove the password and upload it again.",
		);
	return new DocumentError("unsupported", "Word 97-2003 files (.doc) are not supported. Save the document as .docx.");
}

/** Undefined for binary files. */
function textSample(start: Buffer): string | undefined {
	const mark = start.length >= 2 ? start.readUInt16BE(0) : 0;
	if (mark === 0xfffe || mark === 0xfeff)
		return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(start);
	if (start.subarray(0, 1024).includes(0) || countControls(start) > start.length * maxControlShare) return undefined;
	return start.toString("utf8").replace(/^\ufeff/, "");
}

function isHtml(text: string, extension: string): boolean {
	const body = text.replace(/^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, "");
	if (/^<(?:!doctype\s+html|html[\s>])/i.test(body)) return true;
	if (["html", "htm", "xhtml"].includes(extension)) return /<[a-z][^>]*>/i.test(text);
	return extension !== "md" && /^<(?:head|body|title|meta)[\s>]/i.test(body);
}
