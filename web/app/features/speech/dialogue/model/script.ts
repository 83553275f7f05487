import { maxDialogueLines } from "@timbre/contract/speech/rules.ts";

/** A line of a dialogue. Its id is local to this page and identifies it when lines are reordered. */
export type ScriptLine = { id: string; voiceId: string; text: string };

let lastId = 0;
const newId = () => `line-${++lastId}`;

export function newLine(voiceId: string, text = ""): ScriptLine {
	return { id: newId(), voiceId, text };
}

export function serializeScript(lines: readonly ScriptLine[]): string {
	return JSON.stringify(lines.map(({ voiceId, text }) => ({ voiceId, text })));
}

/** Parses a stored script; anything invalid gives no lines. Unknown voices are replaced by the first one. */
export function parseScript(stored: string, voiceIds: readonly string[]): ScriptLine[] {
	try {
		const found: unknown = JSON.parse(stored || "[]");
		if (!Array.isArray(found)) return [];
		return found.slice(0, maxDialogueLines).flatMap((line: Partial<ScriptLine> | null) => {
			if (typeof line?.text !== "string" || typeof line.voiceId !== "string") return [];
			return [newLine(voiceIds.includes(line.voiceId) ? line.voiceId : (voiceIds[0] ?? ""), line.text)];
		});
	} catch {
		return [];
	}
}

/** The voice of the next line: the one before the last speaker, since speakers alternate, or any other voice. */
export function nextSpeaker(lines: readonly ScriptLine[], after: number, voiceIds: readonly string[]): string {
	const last = lines[after]?.voiceId ?? "";
	const before = lines.slice(0, after).findLast((line) => line.voiceId !== last)?.voiceId;
	return (
		before ??
		lines.find((line) => line.voiceId !== last)?.voiceId ??
		voiceIds.find((id) => id !== last) ??
		(last || voiceIds[0] || "")
	);
}

export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
	const next = [...list];
	const [item] = next.splice(from, 1);
	if (item === undefined) return next;
	next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
	return next;
}

/** Voices in order of appearance, with their number of lines. */
export function castOf(lines: readonly ScriptLine[]): { voiceId: string; lines: number }[] {
	const counts = new Map<string, number>();
	for (const { voiceId } of lines) counts.set(voiceId, (counts.get(voiceId) ?? 0) + 1);
	return [...counts].map(([voiceId, count]) => ({ voiceId, lines: count }));
}

type Segment = { start_time_seconds: number; end_time_seconds: number; dialogue_input_index: number };

/**
 * The line playing at a time. Segments arrive when their line is complete, so after the last one it is the next line.
 */
export function lineAt(segments: readonly Segment[], seconds: number, lines: number): number {
	const known = segments.find((segment) => seconds < segment.end_time_seconds);
	if (known) return known.dialogue_input_index;
	return Math.min(lines - 1, (segments.at(-1)?.dialogue_input_index ?? -1) + 1);
}
