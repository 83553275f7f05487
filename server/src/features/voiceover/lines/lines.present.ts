import { type Fit, fitSpeech, maxFitRate, pieceOfLine, trimmedMs } from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import type { LineRow } from "./lines.repo.ts";

/** Whether its speech is what would be generated now. */
export function stateOf(row: LineRow): VoiceoverLine["state"] {
	if (row.audio_key === null) return "silent";
	const current =
		row.spoken_text === row.text && row.spoken_voice_id === row.voice_id && row.spoken_speed === row.speed;
	return current ? "current" : "outdated";
}

export const fitOf = (row: LineRow): Fit | null =>
	row.speech_ms === null ? null : fitSpeech(trimmedMs(row.speech_ms, row), row.end_ms - row.start_ms);

/** All lines of a voice-over: whether two of them speak at once shows only side by side. */
export function presentLines(rows: readonly LineRow[]): VoiceoverLine[] {
	const placed = rows.map((row) => ({ row, fit: fitOf(row) }));
	const pieces = placed.map(({ row, fit }) => pieceOfLine({ ...row, fit }));
	return placed.map(({ row, fit }, at) => {
		const own = pieces[at];
		const end = own ? own.start_ms + own.length_ms : 0;
		const next = own && pieces.slice(at + 1).find((piece) => piece !== undefined);
		const overlaps = next ? Math.max(0, end - next.start_ms) : 0;
		return {
			line_id: row.id,
			start_ms: row.start_ms,
			end_ms: row.end_ms,
			text: row.text,
			voice_id: row.voice_id,
			speed: row.speed,
			trim_start_ms: row.trim_start_ms,
			trim_end_ms: row.trim_end_ms,
			fade_in_ms: row.fade_in_ms,
			fade_out_ms: row.fade_out_ms,
			gain_db: row.gain_db,
			muted: row.muted,
			duck_db: row.duck_db,
			state: stateOf(row),
			speech_ms: row.speech_ms,
			fit,
			overlaps_ms: overlaps,
			warning: warningOf(fit, overlaps),
			peaks: row.speech_peaks ? [...row.speech_peaks] : [],
		};
	});
}

const seconds = (ms: number): string => {
	const rounded = Math.max(0.1, Math.ceil(ms / 100) / 10);
	return `${rounded.toFixed(1)} ${rounded === 1 ? "second" : "seconds"}`;
};

function warningOf(fit: Fit | null, overlapsMs: number): string | null {
	if (fit?.state === "too_long")
		return `The speech is ${seconds(fit.late_ms)} too long for its slot, even ${maxFitRate} times as fast. Shorten the text or end the slot later.`;
	if (overlapsMs > 0)
		return `It speaks for ${seconds(overlapsMs)} at the same time as the next line. End its slot earlier or move one of them.`;
	return null;
}
