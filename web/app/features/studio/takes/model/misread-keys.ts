import { type KeyPlace, type KeyPress, reviewKey } from "../../model/review-keys.ts";
import type { MisreadAction } from "./misread.ts";

/** Resolves a key press to an action of the walk through misread sentences. */
export function resolveMisreadKey(press: KeyPress, where: KeyPlace): MisreadAction | null {
	const key = reviewKey(press, where);
	if (key === null) return null;
	if (key === "j" || key === "k") return { do: "move", by: key === "j" ? 1 : -1 };
	if (key === "p") return { do: "play" };
	if (key === "r") return { do: "again" };
	return key === "a" ? { do: "accept" } : null;
}
