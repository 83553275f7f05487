export type SpokenLine = { speaker: string; text: string };

/** "Anna: Hello", "ANNA (softly): Hello", "**Anna:** Hello". A name has up to four words and no digits alone. */
const line =
	/^\s*\**\s*(?<speaker>\p{L}[\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’_-]*){0,3})\s*(?:\([^)]*\)\s*)?\**\s*[:：]\s*\**\s*(?<text>\S.*)$/u;

/**
 * The lines of a script in which each line starts with a speaker. Lines without one continue the line before. Null if
 * the text is not such a script.
 */
export function parsePastedScript(pasted: string): SpokenLine[] | null {
	const rows = pasted.split(/\r?\n/).filter((row) => row.trim() !== "");
	const lines: SpokenLine[] = [];
	let named = 0;
	for (const row of rows) {
		const match = line.exec(row)?.groups;
		// "https://…" is not a speaker.
		if (match?.speaker && match.text && !match.text.startsWith("//")) {
			lines.push({ speaker: match.speaker, text: match.text.trim() });
			named++;
			continue;
		}
		const last = lines.at(-1);
		if (!last) return null;
		last.text += ` ${row.trim()}`;
	}
	// Prose may contain one colon; a script has a speaker on most lines.
	return named >= 2 && named * 2 >= rows.length ? lines : null;
}
