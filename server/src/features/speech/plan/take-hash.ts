// Invariant: a take's hash covers everything that shapes its audio (model, voice, settings, pronunciation, words) and the workspace, so
// equal hashes mean equal audio and workspaces never share takes.
import { createHash } from "node:crypto";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";

/** Hash of everything that shapes a sentence's audio, and nothing else. */
export function takeHash(
	workspaceId: string,
	engineVersion: string,
	voice: SpeechVoice,
	unit: Pick<SpeechUnit, "text" | "marks" | "breaks">,
	seed: number | undefined,
): string {
	// Surrounding space and the position in the text do not affect the audio.
	const lead = unit.text.length - unit.text.trimStart().length;
	const marks = (unit.marks ?? []).map((mark) => ({ ...mark, start: mark.start - lead, end: mark.end - lead }));
	const breaks = (unit.breaks ?? []).map(({ at, seconds }) => ({ at: at - lead, seconds }));
	const inputs = [workspaceId, engineVersion, voice, unit.text.trim(), marks, breaks, seed ?? null];
	return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url");
}

export function takeKey(workspaceId: string, hash: string): string {
	return `takes/${workspaceId}/${hash}`;
}
