import { z } from "zod";

const address = z.email();

/** E-mail addresses as people paste them: by line, comma, semicolon or blank, with or without a name before them, each once. */
export function readAddresses(pasted: string): { valid: string[]; faulty: string[] } {
	const valid = new Set<string>();
	const faulty = new Set<string>();
	for (const piece of pasted.split(/[\n\r,;]+/)) {
		const named = /<([^<>]*)>\s*$/.exec(piece);
		const words = named ? [named[1] ?? ""] : piece.split(/\s+/);
		for (const word of words.map((one) => one.trim()).filter(Boolean)) {
			if (address.safeParse(word).success) valid.add(word.toLowerCase());
			else faulty.add(word);
		}
	}
	return { valid: [...valid], faulty: [...faulty] };
}
