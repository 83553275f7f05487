import { z } from "zod";

const address = z.email();

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
			if (address.safeParse(word).success) valid.add(word.toLowerCase());
			else invalid.add(word);
		}
	}
	return { valid: [...valid], invalid: [...invalid] };
}
