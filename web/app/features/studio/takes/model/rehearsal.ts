import type { Rehearsal } from "@timbre/contract/studio/take-schemas.ts";
import { counted } from "../../../../lib/text/format.ts";

/** What changing to a rehearsed voice costs. */
export function rehearsalText({ sentences, credits }: Omit<Rehearsal, "passages">, voiceName: string): string {
	const spoken = counted(sentences, "sentence");
	if (credits === 0) return `${voiceName} would speak ${spoken}. Changing the voice costs nothing.`;
	return `${voiceName} would speak ${spoken}. Converting them with this voice costs ${counted(credits, "credit")}.`;
}
