// Live moderation: if the owner of a library voice enables it, text that others send to the voice is checked before it is spoken.
// Invariant: the check runs before credits are reserved and before any audio, stored takes included, is delivered.
import { AppError } from "@timbre/contract/errors.ts";
import type { Moderator } from "@timbre/engines/text/moderation.ts";
import type { Line, Plan } from "./types.ts";

type ModeratedUnit = Pick<Plan["units"][number], "text" | "marks" | "line">;

/** Characters of earlier text to include, so that a phrase split across chunks is found. */
const lookbehindCharacters = 300;

/**
 * Checks the text both as written and as spoken, because a dictionary or markup may replace words. `before` is the text already spoken
 * in the same stream.
 */
export function requireAllowed(
	moderate: Moderator,
	plan: { units: readonly ModeratedUnit[] },
	lines: readonly Pick<Line, "voice">[],
	before = "",
): void {
	const voices = new Map(lines.filter(({ voice }) => voice.moderated).map(({ voice }) => [voice.id, voice]));
	for (const voice of voices.values()) {
		const own = plan.units.filter((unit) => lines[unit.line]?.voice.id === voice.id);
		for (const texts of [own.map(({ text }) => text), own.map(spokenText)]) {
			const text = before.slice(-lookbehindCharacters) + texts.join(" ");
			const found = moderate(text);
			if (found) throw notAllowed(voice.name, found.category, text.slice(found.start, found.end));
		}
	}
}

function spokenText({ text, marks = [] }: ModeratedUnit): string {
	let spoken = "";
	let offset = 0;
	for (const mark of marks) {
		if (mark.type !== "alias" || mark.start < offset) continue;
		spoken += text.slice(offset, mark.start) + mark.alias;
		offset = mark.end;
	}
	return spoken + text.slice(offset);
}

const categories: Record<string, string> = {
	threat: "a threat",
	"self-harm": "encouraging self-harm",
	hate: "hate against a group of people",
	sexual: "sexual content",
	fraud: "an attempt at fraud",
};
const maxQuotedCharacters = 80;

function notAllowed(voice: string, category: string, words: string): AppError {
	const quoted = words.length > maxQuotedCharacters ? `${words.slice(0, maxQuotedCharacters).trimEnd()}…` : words;
	const kind = categories[category] ?? `“${category}”`;
	return new AppError(
		"text_not_allowed",
		`Live moderation for ${voice} blocked text that reads as ${kind}: “${quoted}”. Change it or choose another voice.`,
		{ param: "text" },
	);
}
