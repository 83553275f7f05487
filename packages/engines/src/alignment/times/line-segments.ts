import type { TimeSpan } from "./timeline.ts";

/** When a line of a dialogue is spoken, and the range of its characters in the alignment. */
export type LineSegment = { line: number; start: number; end: number; startCharacter: number; endCharacter: number };

/** Collects one segment for each line of a dialogue, complete once the last unit of the line was delivered. */
export function createLineSegments(units: readonly { line: number }[]) {
	const done: LineSegment[] = [];
	let characters = 0;
	let current: { startCharacter: number; start: number } | undefined;
	return {
		addCharacters(count: number): void {
			characters += count;
		},
		endUnit(index: number, { start, end }: TimeSpan): void {
			const unit = units[index];
			if (!unit) return;
			current ??= { startCharacter: 0, start };
			const next = units[index + 1];
			if (next?.line === unit.line) return;
			done.push({ ...current, line: unit.line, end, endCharacter: characters });
			current = next && { startCharacter: characters, start: end };
		},
		/** Removes and returns the segments completed so far. */
		take: (): LineSegment[] => done.splice(0),
	};
}
