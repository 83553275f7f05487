import { pieceOfClip, pieceOfLine } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverClip, VoiceoverItem, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { unix } from "../../../core/time.ts";
import { presentClip } from "../clips/clips.present.ts";
import type { ClipRow } from "../clips/clips.repo.ts";
import { presentJob } from "../jobs/jobs.present.ts";
import type { JobRow } from "../jobs/jobs.repo.ts";
import { presentLines } from "../lines/lines.present.ts";
import type { LineRow } from "../lines/lines.repo.ts";
import type { VoiceoverCaller } from "../types.ts";
import { mayDo } from "./access.service.ts";
import type { VoiceoverRow } from "./voiceovers.repo.ts";

const common = (row: VoiceoverRow, caller: VoiceoverCaller) => ({
	voiceover_id: row.id,
	name: row.name,
	created_at_unix: unix(row.created_at),
	updated_at_unix: unix(row.updated_at),
	can_edit: mayDo(row, caller, "edit"),
	can_delete: mayDo(row, caller, "delete"),
});

export const presentItem = (row: VoiceoverRow & { lines: number }, caller: VoiceoverCaller): VoiceoverItem => ({
	...common(row, caller),
	lines: row.lines,
});

export function presentVoiceover(
	row: VoiceoverRow,
	caller: VoiceoverCaller,
	content: { clips: readonly ClipRow[]; lines: readonly LineRow[]; jobs: readonly JobRow[] },
): Voiceover {
	const clips = content.clips.map(presentClip);
	const source = clips.find(({ kind }) => kind === "source") ?? null;
	const sounds = clips.filter(({ kind }) => kind === "sound");
	const lines = presentLines(content.lines);
	return {
		...common(row, caller),
		seconds: lengthOf({ source, sounds, lines }) / 1000,
		source,
		sounds,
		lines,
		jobs: content.jobs.map(presentJob),
	};
}

/** In milliseconds. A video sets the length: what goes beyond it has no picture. */
export function lengthOf({
	source,
	sounds,
	lines,
}: {
	source: VoiceoverClip | null;
	sounds: readonly VoiceoverClip[];
	lines: readonly VoiceoverLine[];
}): number {
	if (source?.has_picture) return Math.round((source.seconds ?? 0) * 1000);
	const pieces = [
		...[...(source ? [source] : []), ...sounds].map((clip) => pieceOfClip(clip)),
		...lines.map((line) => pieceOfLine(line)),
	];
	const ends = pieces.map((piece) => (piece ? piece.start_ms + piece.length_ms : 0));
	return Math.round(Math.max(0, ...ends, ...lines.map(({ end_ms }) => end_ms)));
}
