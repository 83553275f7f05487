import { useCallback, useMemo } from "react";
import { packSaved, unpackSaved } from "./saved-item.ts";
import { useStored } from "./use-stored.ts";

/** The newest first, each once, no more than `most`. */
export function withRecent(ids: readonly string[], id: string, most: number): string[] {
	return [id, ...ids.filter((known) => known !== id)].slice(0, most);
}

/** Ids used last in this browser, the newest first; signing out forgets them, and so does a week without use. */
export function useRecent(name: string, most: number): [ids: string[], use: (id: string) => void] {
	const [stored, setStored] = useStored(`recent:${name}`, "", "xi");
	const ids = useMemo(() => (unpackSaved<string[]>(stored) ?? []).slice(0, most), [stored, most]);
	const use = useCallback((id: string) => setStored(packSaved(withRecent(ids, id, most))), [ids, most, setStored]);
	return [ids, use];
}
