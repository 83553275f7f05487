import type { JoinedGuest } from "@timbre/contract/studio/review/guest-schemas.ts";
import { useCallback, useMemo } from "react";
import { useStored } from "../../../../lib/storage/use-stored.ts";
import { type Guest, guestStorageName, packGuest, unpackGuest } from "../model/guest-identity.ts";

export type GuestSession = {
	/** Null until a name is given. */
	guest: Guest | null;
	keep: (joined: JoinedGuest) => void;
};

/** The name that was given in this browser for a link. */
export function useGuest(token: string): GuestSession {
	const [stored, store] = useStored(guestStorageName(token), "");
	const guest = useMemo(() => unpackGuest(stored), [stored]);
	const keep = useCallback((joined: JoinedGuest) => store(packGuest(joined)), [store]);
	return useMemo(() => ({ guest, keep }), [guest, keep]);
}
