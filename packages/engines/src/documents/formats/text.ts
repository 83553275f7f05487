const loneSurrogates = /\p{Cs}/gu;
const lineControls = /[\t-\r\u0085\u2028\u2029]/g;
/** Includes soft hyphens, zero-width spaces and byte order marks. */
const invisible = /[\p{Cc}\u00ad\u200b\ufeff\ufffe\uffff]/gu;
const spaces = /[\s\u00a0]+/g;

/** One line of text without characters that can't be stored or spoken. */
export function cleanText(text: string): string {
	return text
		.replace(lineControls, " ")
		.replace(invisible, "")
		.replace(loneSurrogates, "")
		.normalize("NFC")
		.replace(spaces, " ")
		.trim();
}

export const shorten = (text: string, maxCharacters: number) =>
	text.length <= maxCharacters ? text : cleanText(text.slice(0, maxCharacters));

export const countControls = (bytes: Uint8Array): number =>
	bytes.reduce((count, byte) => count + (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27 ? 1 : 0), 0);

/** UTF-8 unless a byte order mark says otherwise; text that isn't UTF-8 is in `fallback`. */
export function decodeText(bytes: Uint8Array, fallback = "windows-1252"): string {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder(fallback).decode(bytes);
	}
}

/** Follows the declared encoding of an HTML or XML file. */
export function decodeMarkup(bytes: Uint8Array): string {
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
	const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(start);
	const label = declared?.[1] ?? declared?.[2] ?? "windows-1252";
	try {
		// A declaration that can be read as bytes is not in UTF-16.
		return decodeText(bytes, /utf-?16|utf-?8/i.test(label) ? "windows-1252" : new TextDecoder(label).encoding);
	} catch {
		return decodeText(bytes);
	}
}
