import { useCallback, useMemo } from "react";
import { packSaved, unpackSaved } from "./saved-item.ts";
import { useStored } from "./use-stored.ts";

/** Newest first, without duplicates, at max `max`. */
export function withRecent(ids: readonly string[], id: string, max: number): string[] {
	return [id, ...ids.filter((known) => known !== id)].slice(0, max);
}

/** Recently used ids in this browser, newest first. Cleared on sign-out and after a week without use. */
export function useRecent(name: string, max: number): [ids: string[], use: (id: string) => void] {
	const [stored, setStored] = useStored(`recent:${name}`, "", "xi");
	const ids = useMemo(() => (unpackSaved<string[]>(stored) ?? []).slice(0, max), [stored, max]);
	const use = useCallback((id: string) => setStored(packSaved(withRecent(ids, id, max))), [ids, max, setStored]);
	return [ids, use];
}
