// Conditions of a library search: relaxing them, correcting typos and turning them into a text query.
import type { Condition, ConditionKind } from "../../voices/voices.public.ts";

/** Order in which conditions are dropped when nothing matches. */
const relaxOrder: readonly ConditionKind[] = [
	"use_case",
	"manner",
	"pace",
	"pitch",
	"age",
	"word",
	"accent",
	"gender",
	"language",
];

/** Yields ever shorter lists of conditions until one is left. */
export function* relaxConditions(conditions: readonly Condition[]): Generator<Condition[]> {
	let left = [...conditions];
	for (const kind of relaxOrder) {
		while (left.length > 1) {
			const at = left.findLastIndex((condition) => condition.kind === kind);
			if (at < 0) break;
			left = left.toSpliced(at, 1);
			yield left;
		}
	}
}

/** Conditions on plain words, which the vocabulary of the library should contain. */
export function wordConditions(conditions: readonly Condition[]): Condition[] {
	return conditions.filter(({ kind }) => kind === "word");
}

/** The known word within one typo, or two for long words. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
	const maxDistance = word.length >= 8 ? 2 : 1;
	let best: string | undefined;
	let minDistance = maxDistance + 1;
	for (const other of known) {
		const distance = editDistance(word, other);
		if (distance >= minDistance) continue;
		best = other;
		minDistance = distance;
	}
	return best;
}

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and transpositions. */
function editDistance(one: string, other: string): number {
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let at = 1; at <= one.length; at++) {
		const row = [at];
		for (let to = 1; to <= other.length; to++) {
			const same = one[at - 1] === other[to - 1] ? 0 : 1;
			let distance = Math.min((row[to - 1] ?? 0) + 1, (last[to] ?? 0) + 1, (last[to - 1] ?? 0) + same);
			if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
				distance = Math.min(distance, (before[to - 2] ?? 0) + 1);
			row.push(distance);
		}
		before = last;
		last = row;
	}
	return last[other.length] ?? 0;
}

/** A tsquery that matches all conditions, with any lexeme of each. */
export function textQuery(conditions: readonly Condition[]): string {
	return conditions
		.map(({ lexemes, isPrefix }) => `(${lexemes.map((lexeme) => quoted(lexeme) + (isPrefix ? ":*" : "")).join(" | ")})`)
		.join(" & ");
}

function quoted(lexeme: string): string {
	return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
