// The changes of a revision, as they are walked through.
import type { RevisionChange } from "@timbre/contract/studio/revision/schemas.ts";
import type { RevisionChangeKind } from "@timbre/contract/studio/rules.ts";
import { counted } from "../../../../lib/text/format.ts";
import { type KeyPlace, type KeyPress, reviewKey } from "../../model/review-keys.ts";

export const kindNames: Record<RevisionChangeKind, string> = {
	changed: "Changed",
	added: "Added",
	deleted: "Deleted",
	moved: "Moved",
};

export type MarkedPart = { kind: "same" | "added" | "deleted"; text: string };

/** The text of a change with what is new and what is gone. */
export function partsOf({ kind, before, after, words }: RevisionChange): MarkedPart[] {
	if (kind === "changed") return words;
	if (kind === "added") return [{ kind: "added", text: after ?? "" }];
	if (kind === "deleted") return [{ kind: "deleted", text: before ?? "" }];
	return [{ kind: "same", text: after ?? "" }];
}

/** What a screen reader says about a change. */
export function spokenText(change: RevisionChange): string {
	const { kind, before, after } = change;
	if (kind === "changed") return `Changed from: ${before ?? ""} To: ${after ?? ""}`;
	const note = noteOf(change);
	return `${kindNames[kind]}: ${after ?? before ?? ""}${note ? ` ${note}` : ""}`;
}

/** What the text alone doesn't show. */
export function noteOf({ kind, sentences, from_chapter }: RevisionChange): string | null {
	if (kind !== "moved") return null;
	const what = sentences === 1 ? "" : `${counted(sentences, "sentence")}, `;
	const text = `${what}moved here from ${from_chapter ?? "another place"}. Keeps its audio.`;
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export type ChangeAction = { do: "move"; by: 1 | -1 };

/** Resolves a key press to an action of the walk through changes. */
export function resolveChangeKey(press: KeyPress, where: KeyPlace): ChangeAction | null {
	const key = reviewKey(press, where);
	return key === "j" || key === "k" ? { do: "move", by: key === "j" ? 1 : -1 } : null;
}
