// Adds lines to source files. Invariant: a missing or ambiguous anchor line is an error, never a guess.

function find(lines: readonly string[], anchor: string, from = 0): number {
	const found = lines.findIndex((line, at) => at >= from && line.includes(anchor));
	if (found === -1) throw new Error(`there is no line with \`${anchor}\``);
	return found;
}

function findOnly(lines: readonly string[], anchor: string): number {
	const found = find(lines, anchor);
	if (lines.findLastIndex((line) => line.includes(anchor)) !== found)
		throw new Error(`more than one line has \`${anchor}\``);
	return found;
}

const indentOf = (line = "") => line.slice(0, line.length - line.trimStart().length);

export function insertBefore(text: string, anchor: string, added: string): string {
	const lines = text.split("\n");
	const at = findOnly(lines, anchor);
	return lines.toSpliced(at, 0, indentOf(lines[at]) + added).join("\n");
}

/** Inserts after the last line that starts with `start`, with the same indent. */
export function insertAfterLast(text: string, start: string, added: string): string {
	const lines = text.split("\n");
	const last = lines.findLastIndex((line) => line.trimStart().startsWith(start));
	if (last === -1) throw new Error(`no line begins with \`${start}\``);
	return lines.toSpliced(last + 1, 0, indentOf(lines[last]) + added).join("\n");
}

/** Appends to the list, object or function that starts at `opening`: its only line, or the first one below `heading`. */
export function appendTo(text: string, opening: string, added: string, heading?: string): string {
	const lines = text.split("\n");
	const start = heading === undefined ? findOnly(lines, opening) : find(lines, opening, findOnly(lines, heading));
	const indent = indentOf(lines[start]);
	// `) {` closes the parameters of a function, not the function.
	const closes = (line: string) => indentOf(line) === indent && /^[\])}]/.test(line.trim()) && !/[[({]$/.test(line);
	const end = lines.findIndex((line, at) => at > start && closes(line));
	if (end === -1) throw new Error(`no end of \`${opening}\``);
	return lines.toSpliced(end, 0, `${indent}\t${added}`).join("\n");
}

/** Inserts before the first import; the formatter sorts them. */
export function addImport(text: string, statement: string): string {
	const lines = text.split("\n");
	const first = lines.findIndex((line) => line.startsWith("import "));
	if (first === -1) throw new Error("there is no import");
	return lines.toSpliced(first, 0, statement).join("\n");
}
