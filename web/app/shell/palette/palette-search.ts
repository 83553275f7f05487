/** An action or a page in the palette; `keywords` are searched but not shown. */
export type Entry = { id: string; label: string; keywords?: string };

/** Match score: 0 for no match, higher if the label starts with the search text. */
function scoreEntry(entry: Entry, terms: readonly string[]): number {
	const label = entry.label.toLowerCase();
	const all = `${label} ${entry.keywords?.toLowerCase() ?? ""}`;
	if (!terms.every((word) => all.includes(word))) return 0;
	const first = terms[0] ?? "";
	if (label.startsWith(first)) return 3;
	return label.split(/\s+/).some((part) => part.startsWith(first)) ? 2 : 1;
}

/** Matching entries, best first; ties keep their order. */
export function searchEntries<E extends Entry>(entries: readonly E[], typed: string): E[] {
	const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
	if (terms.length === 0) return [...entries];
	return entries
		.map((entry) => ({ entry, score: scoreEntry(entry, terms) }))
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score)
		.map(({ entry }) => entry);
}

/** The selected index after a key press, wrapping at both ends; null for other keys. */
export function nextIndex(key: string, index: number, count: number): number | null {
	if (count === 0) return null;
	if (key === "ArrowDown") return (index + 1) % count;
	if (key === "ArrowUp") return (index - 1 + count) % count;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	return null;
}
