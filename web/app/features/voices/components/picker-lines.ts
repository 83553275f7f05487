import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { PickerSection } from "./picker-sections.ts";

/** What stands in the list from top to bottom: a section's title, its voices, and how many it leaves out. */
export type PickerLine =
	| { kind: "title"; section: number }
	/** `index` counts the voices of all sections, `at` those of its own from 1. */
	| { kind: "voice"; section: number; voice: Voice; index: number; at: number }
	| { kind: "more"; section: number };

export function linesOf(sections: readonly PickerSection[]): PickerLine[] {
	let index = 0;
	return sections.flatMap(({ voices, more }, section): PickerLine[] => [
		{ kind: "title", section },
		...voices.map((voice, place) => ({ kind: "voice" as const, section, voice, index: index++, at: place + 1 })),
		...(more > 0 ? [{ kind: "more" as const, section }] : []),
	]);
}

/** From the voices back up into the search field. */
export const searchField = -1;
const page = 7;

/** Which of so many voices a key leads to; null for a key that leads nowhere. In the search field Home and End belong to the words. */
export function voiceAfter(key: string, from: number, count: number): number | null {
	if (count === 0) return null;
	const within = (index: number) => Math.max(0, Math.min(count - 1, index));
	if (key === "ArrowDown") return within(from + 1);
	if (from === searchField) return null;
	if (key === "ArrowUp") return from - 1;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	if (key === "PageDown") return within(from + page);
	return key === "PageUp" ? within(from - page) : null;
}
