// Live moderation: what others let a voice from the library say is looked at before it is said, where its owner wants that. Always before
// anything is reserved or spoken, and before kept sentences are looked for.
import { readFile } from "node:fs/promises";
import { AppError } from "@timbre/contract/errors.ts";
import { createModerator, ModerationListError, type Moderator } from "@timbre/engines/text/moderation.ts";
import type { Line, Plan } from "./speech.plan.service.ts";

/** With the operator's own list, if there is one. A list that cannot be read stops the start: a check that is believed to be on must be. */
export async function loadModerator(path: string | undefined): Promise<Moderator> {
	if (path === undefined) return createModerator();
	try {
		return createModerator(await readFile(path, "utf8"));
	} catch (error) {
		const why = error instanceof ModerationListError ? error.message : "The file cannot be read.";
		throw new Error(`MODERATION_LIST (${path}): ${why}`, { cause: error });
	}
}

type Said = Pick<Plan["units"][number], "text" | "marks" | "line">;

/** As much of what was said before as a phrase may begin in. */
const remembered = 300;

/**
 * Looks at the text as it is written and as it is said: a dictionary or markup may put other words in its place. `before` is what a text
 * that is still being written has said already.
 */
export function requireAllowed(
	moderate: Moderator,
	plan: { units: readonly Said[] },
	lines: readonly Pick<Line, "voice">[],
	before = "",
): void {
	const voices = new Map(lines.filter(({ voice }) => voice.moderated).map(({ voice }) => [voice.id, voice]));
	for (const voice of voices.values()) {
		const own = plan.units.filter((unit) => lines[unit.line]?.voice.id === voice.id);
		for (const said of [own.map(({ text }) => text), own.map(spokenText)]) {
			const text = before.slice(-remembered) + said.join(" ");
			const found = moderate(text);
			if (found) throw refused(voice.name, found.category, text.slice(found.start, found.end));
		}
	}
}

function spokenText({ text, marks = [] }: Said): string {
	let said = "";
	let at = 0;
	for (const mark of marks) {
		if (mark.type !== "alias" || mark.start < at) continue;
		said += text.slice(at, mark.start) + mark.alias;
		at = mark.end;
	}
	return said + text.slice(at);
}

const categories: Record<string, string> = {
	threat: "a threat",
	"self-harm": "a call to self-harm",
	hate: "hatred of a group of people",
	sexual: "sexual content",
	fraud: "an attempt at fraud",
};
const mostQuoted = 80;

function refused(voice: string, category: string, words: string): AppError {
	const quoted = words.length > mostQuoted ? `${words.slice(0, mostQuoted).trimEnd()}…` : words;
	const kind = categories[category] ?? `“${category}”`;
	return new AppError(
		"text_not_allowed",
		`${voice} is under live moderation and does not say what reads as ${kind}: “${quoted}”. Change these words, or choose another voice.`,
		{ param: "text" },
	);
}
