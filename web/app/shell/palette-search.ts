/** Something the palette can do or go to; `words` are also searched, never shown. */
export type Entry = { id: string; label: string; words?: string };

/** How well an entry fits what was typed: 0 not at all, more for names that begin so. */
function fit(entry: Entry, wanted: readonly string[]): number {
	const label = entry.label.toLowerCase();
	const all = `${label} ${entry.words?.toLowerCase() ?? ""}`;
	if (!wanted.every((word) => all.includes(word))) return 0;
	const first = wanted[0] ?? "";
	if (label.startsWith(first)) return 3;
	return label.split(/\s+/).some((part) => part.startsWith(first)) ? 2 : 1;
}

/** Those that fit, best first; among equals the order stays. */
export function matching<E extends Entry>(entries: readonly E[], typed: string): E[] {
	const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
	if (wanted.length === 0) return [...entries];
	return entries
		.map((entry) => ({ entry, score: fit(entry, wanted) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score)
		.map(({ entry }) => entry);
}

/** Where the mark goes on a key; past either end it comes in again at the other. */
export function nextIndex(key: string, index: number, count: number): number | null {
	if (count === 0) return null;
	if (key === "ArrowDown") return (index + 1) % count;
	if (key === "ArrowUp") return (index - 1 + count) % count;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	return null;
}
