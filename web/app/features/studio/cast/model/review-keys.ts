import { maxLikely } from "./review.ts";

export type ReviewAction =
	| { do: "move"; by: 1 | -1 }
	| { do: "confirm" }
	| { do: "narrator" }
	| { do: "choose"; at: number };

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

const textFields = "input, textarea, select, [contenteditable=true], [role=combobox]";
const overlays = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const controls = "a, button, [role=button], [role=tab], summary";

/**
 * Resolves a key press to an action of the review. `isWithin` tells what contains the focus. Only keys that change
 * nothing work outside the review, and Enter belongs to a focused control.
 */
export function resolveReviewKey(
	{ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
	where: { isWithin: (selector: string) => boolean; inReview: boolean },
): ReviewAction | null {
	if (ctrlKey || metaKey || altKey || where.isWithin(textFields) || where.isWithin(overlays)) return null;
	const letter = key.toLowerCase();
	if (letter === "j" || letter === "k") return { do: "move", by: letter === "j" ? 1 : -1 };
	if (!where.inReview || shiftKey) return null;
	if (key === "Enter") return where.isWithin(controls) ? null : { do: "confirm" };
	if (letter === "n") return { do: "narrator" };
	const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
	return digit > 0 && digit <= maxLikely ? { do: "choose", at: digit - 1 } : null;
}
