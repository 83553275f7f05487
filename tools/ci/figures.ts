// Tests and benchmarks report measurements as output lines that `npm run verify` collects.
const prefix = "figure: ";

/** Prints a measurement, one output line per text line. */
export function printFigures(text: string): void {
	for (const line of text.split("\n")) if (line.trim() !== "") console.log(`${prefix}${line}`);
}

export function figuresIn(line: string): string[] {
	const at = line.indexOf(prefix);
	return at === -1 ? [] : [line.slice(at + prefix.length).trimEnd()];
}
