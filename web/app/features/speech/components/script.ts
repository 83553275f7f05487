import { maxDialogueLines } from "@timbre/contract/speech.ts";

/** One line of a dialogue. Its id is only for this page: it keeps its place on the screen when the order changes. */
export type ScriptLine = { id: string; voiceId: string; text: string };

let made = 0;
const newId = () => `line-${++made}`;

export function newLine(voiceId: string, text = ""): ScriptLine {
	return { id: newId(), voiceId, text };
}

export function writeScript(lines: readonly ScriptLine[]): string {
	return JSON.stringify(lines.map(({ voiceId, text }) => ({ voiceId, text })));
}

/** What a browser has kept; anything else gives no lines. Voices that are gone are replaced by the first. */
export function readScript(kept: string, voiceIds: readonly string[]): ScriptLine[] {
	try {
		const found: unknown = JSON.parse(kept || "[]");
		if (!Array.isArray(found)) return [];
		return found.slice(0, maxDialogueLines).flatMap((line: Partial<ScriptLine> | null) => {
			if (typeof line?.text !== "string" || typeof line.voiceId !== "string") return [];
			return [newLine(voiceIds.includes(line.voiceId) ? line.voiceId : (voiceIds[0] ?? ""), line.text)];
		});
	} catch {
		return [];
	}
}

/** Who speaks next: whoever spoke before the last speaker, as people take turns; else any other voice. */
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

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
	const next = [...list];
	const [item] = next.splice(from, 1);
	if (item === undefined) return next;
	next.splice(Math.max(0, Math.min(to, next.length)), 0, item);
	return next;
}

/** Those who speak, in the order of their first line, with how many they have. */
export function castOf(lines: readonly ScriptLine[]): { voiceId: string; lines: number }[] {
	const counts = new Map<string, number>();
	for (const { voiceId } of lines) counts.set(voiceId, (counts.get(voiceId) ?? 0) + 1);
	return [...counts].map(([voiceId, count]) => ({ voiceId, lines: count }));
}

type Segment = { start_time_seconds: number; end_time_seconds: number; dialogue_input_index: number };

/** Which line sounds at a time. Segments are told when their line is complete, so beyond the last known it is the next line. */
export function lineAt(segments: readonly Segment[], seconds: number, lines: number): number {
	const known = segments.find((segment) => seconds < segment.end_time_seconds);
	if (known) return known.dialogue_input_index;
	return Math.min(lines - 1, (segments.at(-1)?.dialogue_input_index ?? -1) + 1);
}
