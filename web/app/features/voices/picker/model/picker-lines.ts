import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { PickerSection } from "./picker-sections.ts";

/** Rows of the picker: section titles, voices, and notes about omitted voices. */
export type PickerLine =
	| { kind: "title"; section: number }
	/** `index` counts voices across all sections; `at` is the 1-based position in the section. */
	| { kind: "voice"; section: number; voice: Voice; index: number; at: number }
	| { kind: "more"; section: number };

export function pickerLines(sections: readonly PickerSection[]): PickerLine[] {
	let index = 0;
	return sections.flatMap(({ voices, more }, section): PickerLine[] => [
		{ kind: "title", section },
		...voices.map((voice, i) => ({ kind: "voice" as const, section, voice, index: index++, at: i + 1 })),
		...(more > 0 ? [{ kind: "more" as const, section }] : []),
	]);
}

/** Index that stands for the search field above the list. */
export const searchFieldIndex = -1;
const page = 7;

/** The voice index a key moves to, or null. In the search field, Home and End move the text cursor. */
export function nextVoiceIndex(key: string, from: number, count: number): number | null {
	if (count === 0) return null;
	const within = (index: number) => Math.max(0, Math.min(count - 1, index));
	if (key === "ArrowDown") return within(from + 1);
	if (from === searchFieldIndex) return null;
	if (key === "ArrowUp") return from - 1;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	if (key === "PageDown") return within(from + page);
	return key === "PageUp" ? within(from - page) : null;
}
