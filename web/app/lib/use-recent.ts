import { useCallback, useMemo } from "react";
import { useStored } from "./use-stored.ts";

/** The newest first, each once, no more than `most`. */
export function withRecent(ids: readonly string[], id: string, most: number): string[] {
	return [id, ...ids.filter((known) => known !== id)].slice(0, most);
}

export function parseRecent(stored: string): string[] {
	return stored.split(" ").filter(Boolean);
}

/** Ids used last in this browser, the newest first; signing out forgets them. */
export function useRecent(name: string, most: number): [ids: string[], use: (id: string) => void] {
	const [stored, setStored] = useStored(`recent:${name}`, "", "xi");
	const ids = useMemo(() => parseRecent(stored).slice(0, most), [stored, most]);
	const use = useCallback((id: string) => setStored(withRecent(ids, id, most).join(" ")), [ids, most, setStored]);
	return [ids, use];
}
