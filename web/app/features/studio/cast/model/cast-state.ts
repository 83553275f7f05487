import type { Cast } from "@timbre/contract/studio/cast-schemas.ts";
import { counted } from "../../../../lib/text/format.ts";

/** What a screen reader hears when the search starts and ends. A failure is announced where it is shown. */
export function castAnnouncement({ state, characters, unsure_lines }: Cast, wasFinding: boolean): string {
	if (state === "finding") return "Finding speakers.";
	if (state !== "ready" || !wasFinding) return "";
	return `Found ${counted(characters.length, "character")}. ${counted(unsure_lines, "line")} to check.`;
}

/** Never 100 before it is done. */
export const progressText = ({ progress }: Pick<Cast, "progress">) =>
	`Finding speakers, ${Math.min(99, Math.floor(progress * 100))}%`;
