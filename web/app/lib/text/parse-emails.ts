/** Without zod, which would cost pages its size. The server validates more strictly. */
const shape = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;

/**
 * Parses pasted email addresses, separated by lines, commas, semicolons or spaces, with or without display names.
 * Removes duplicates.
 */
export function parseEmails(pasted: string): { valid: string[]; invalid: string[] } {
	const valid = new Set<string>();
	const invalid = new Set<string>();
	for (const piece of pasted.split(/[\n\r,;]+/)) {
		const named = /<([^<>]*)>\s*$/.exec(piece);
		const words = named ? [named[1] ?? ""] : piece.split(/\s+/);
		for (const word of words.map((one) => one.trim()).filter(Boolean)) {
			if (shape.test(word)) valid.add(word.toLowerCase());
			else invalid.add(word);
		}
	}
	return { valid: [...valid], invalid: [...invalid] };
}
