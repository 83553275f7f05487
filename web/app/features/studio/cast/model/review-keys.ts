import { type KeyPlace, type KeyPress, reviewKey } from "../../model/review-keys.ts";
import { maxLikely } from "./review.ts";

export type ReviewAction =
	| { do: "move"; by: 1 | -1 }
	| { do: "confirm" }
	| { do: "narrator" }
	| { do: "choose"; at: number };

const controls = "a, button, [role=button], [role=tab], summary";

/** Resolves a key press to an action of the review. Enter belongs to a focused control. */
export function resolveReviewKey(press: KeyPress, where: KeyPlace): ReviewAction | null {
	const key = reviewKey(press, where);
	if (key === null) return null;
	if (key === "j" || key === "k") return { do: "move", by: key === "j" ? 1 : -1 };
	if (key === "enter") return where.isWithin(controls) ? null : { do: "confirm" };
	if (key === "n") return { do: "narrator" };
	const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
	return digit > 0 && digit <= maxLikely ? { do: "choose", at: digit - 1 } : null;
}
