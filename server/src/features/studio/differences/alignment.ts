// Which items of a list continue those of an older one.
// Invariant: time and memory grow with the length of the lists, however little they have in common.
import { increasing } from "../document/increasing.ts";

type Range = { fromOld: number; toOld: number; fromNew: number; toNew: number; depth: number };

/** Up to this many pairs are compared one by one. */
const maxPairs = 250_000;
const maxDepth = 24;

/** For each item of `after`, the position of the one in `before` that it continues, or -1. The positions increase. */
export function align(before: readonly string[], after: readonly string[]): Int32Array {
	const ids = new Map<string, number>();
	const idOf = (text: string) => {
		const known = ids.get(text);
		if (known !== undefined) return known;
		ids.set(text, ids.size);
		return ids.size - 1;
	};
	const old = Int32Array.from(before, idOf);
	const now = Int32Array.from(after, idOf);
	const found = new Int32Array(now.length).fill(-1);
	const open: Range[] = [{ fromOld: 0, toOld: old.length, fromNew: 0, toNew: now.length, depth: 0 }];
	for (let range = open.pop(); range; range = open.pop()) {
		trim(range, old, now, found);
		const { fromOld, toOld, fromNew, toNew, depth } = range;
		if (fromOld === toOld || fromNew === toNew) continue;
		if ((toOld - fromOld) * (toNew - fromNew) <= maxPairs) alignExactly(range, old, now, found);
		else if (depth < maxDepth) open.push(...splitAtUnique(range, old, now, found));
	}
	return found;
}

/** Pairs what the range begins and ends with on both sides. */
function trim(range: Range, old: Int32Array, now: Int32Array, found: Int32Array): void {
	while (range.fromOld < range.toOld && range.fromNew < range.toNew && old[range.fromOld] === now[range.fromNew])
		found[range.fromNew++] = range.fromOld++;
	while (range.fromOld < range.toOld && range.fromNew < range.toNew && old[range.toOld - 1] === now[range.toNew - 1])
		found[--range.toNew] = --range.toOld;
}

/** Pairs what occurs once on both sides and in the same order, and returns the gaps between. */
function splitAtUnique(range: Range, old: Int32Array, now: Int32Array, found: Int32Array): Range[] {
	const onceOld = positionsOfUnique(old, range.fromOld, range.toOld);
	const onceNew = positionsOfUnique(now, range.fromNew, range.toNew);
	const pairs: { before: number; after: number }[] = [];
	for (const [id, after] of onceNew) {
		const before = onceOld.get(id);
		if (before !== undefined) pairs.push({ before, after });
	}
	pairs.sort((one, other) => one.after - other.after);
	const kept = increasing(pairs.map(({ before }) => before));
	const gaps: Range[] = [];
	let { fromOld, fromNew } = range;
	for (const { before, after } of pairs) {
		if (!kept.has(before)) continue;
		found[after] = before;
		gaps.push({ fromOld, toOld: before, fromNew, toNew: after, depth: range.depth + 1 });
		fromOld = before + 1;
		fromNew = after + 1;
	}
	if (kept.size === 0) return [];
	gaps.push({ fromOld, toOld: range.toOld, fromNew, toNew: range.toNew, depth: range.depth + 1 });
	return gaps;
}

function positionsOfUnique(ids: Int32Array, from: number, to: number): Map<number, number> {
	const positions = new Map<number, number>();
	for (let at = from; at < to; at++) {
		const id = ids[at] ?? -1;
		positions.set(id, positions.has(id) ? -1 : at);
	}
	for (const [id, at] of positions) if (at === -1) positions.delete(id);
	return positions;
}

/** The longest common subsequence. */
function alignExactly(range: Range, old: Int32Array, now: Int32Array, found: Int32Array): void {
	const { fromOld, toOld, fromNew, toNew } = range;
	const width = toNew - fromNew + 1;
	const lengths = new Uint32Array((toOld - fromOld + 1) * width);
	const at = (before: number, after: number) => (before - fromOld) * width + (after - fromNew);
	for (let before = toOld - 1; before >= fromOld; before--)
		for (let after = toNew - 1; after >= fromNew; after--)
			lengths[at(before, after)] =
				old[before] === now[after]
					? (lengths[at(before + 1, after + 1)] ?? 0) + 1
					: Math.max(lengths[at(before + 1, after)] ?? 0, lengths[at(before, after + 1)] ?? 0);
	let before = fromOld;
	let after = fromNew;
	while (before < toOld && after < toNew) {
		if (old[before] === now[after]) found[after++] = before++;
		else if ((lengths[at(before + 1, after)] ?? 0) >= (lengths[at(before, after + 1)] ?? 0)) before++;
		else after++;
	}
}
