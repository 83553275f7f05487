// Which candidate a guest hears as A.
import { createHash } from "node:crypto";
import type { Side } from "@timbre/contract/studio/review/rules.ts";

type Drawn = { seed: string; guestId: string };

/** Drawn for each guest. It can't be guessed without the seed, which never leaves the server. */
const isSwapped = ({ seed, guestId }: Drawn): boolean =>
	((createHash("sha256").update(`${seed} ${guestId}`).digest()[0] ?? 0) & 1) === 1;

export function candidateOn(side: Side, drawn: Drawn): 0 | 1 {
	return (side === "b") === isSwapped(drawn) ? 0 : 1;
}

export function sideOf(candidate: number, drawn: Drawn): Side {
	return candidateOn("a", drawn) === candidate ? "a" : "b";
}
