// How a test or bench tells what it measured: a line of its output that `npm run verify` finds again.
const mark = "figure: ";

/** Prints each line of a measurement, for people and for reports/verify.json. */
export function printFigures(text: string): void {
	for (const line of text.split("\n")) if (line.trim() !== "") console.log(`${mark}${line}`);
}

export function figuresIn(line: string): string[] {
	const at = line.indexOf(mark);
	return at === -1 ? [] : [line.slice(at + mark.length).trimEnd()];
}
