import type { WireWord } from "./document.ts";

/** Replaces `count` words from a position with others. */
export type WordChange<T> = { from: number; count: number; words: T[] };

/** How far to look for the next word that is unchanged. */
const lookahead = 300;

/**
 * What has to be replaced to turn one list of words into another, in ascending order. Edits are local, so it looks for
 * the nearest words that agree again; where there are none, it replaces the rest.
 */
export function changesBetween<T extends WireWord>(before: readonly WireWord[], after: readonly T[]): WordChange<T>[] {
	const old = before.map(keyOf);
	const now = after.map(keyOf);
	const changes: WordChange<T>[] = [];
	let at = 0;
	let to = 0;
	while (at < old.length || to < now.length) {
		if (at < old.length && to < now.length && old[at] === now[to]) {
			at++;
			to++;
			continue;
		}
		const [skipped, added] = nextAgreement(old, at, now, to);
		changes.push({ from: at, count: skipped, words: after.slice(to, to + added) });
		at += skipped;
		to += added;
	}
	return changes;
}

/** Times make nearly every word unique. */
function keyOf({ text, start, end, type, speaker_id, logprob, channel_index }: WireWord): string {
	return [type, text, start, end, speaker_id ?? "", logprob ?? 0, channel_index ?? ""].join("\u0000");
}

/** How many words of each list to pass over until they agree. */
function nextAgreement(old: readonly string[], at: number, now: readonly string[], to: number): [number, number] {
	for (let sum = 1; sum <= lookahead; sum++) {
		for (let skipped = 0; skipped <= sum; skipped++) {
			const added = sum - skipped;
			const key = old[at + skipped];
			if (key !== undefined && key === now[to + added]) return [skipped, added];
		}
	}
	return [old.length - at, now.length - to];
}
