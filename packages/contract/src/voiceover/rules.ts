// Limits and fixed values that browsers and the server share. Without zod, which would cost every page its size.

/** The longest video or sound file, and the end of the timeline. */
export const maxVoiceoverSeconds = 1_800;
export const maxLines = 500;
export const maxLineCharacters = 2_000;
/** Sound files beside the video. */
export const maxSounds = 20;
export const maxTracks = 4;
/** Shorter slots can't be seen on a timeline. */
export const minSlotMs = 100;
export const maxSubtitleCharacters = 500_000;

/** Speech is never spoken faster than this to fit its slot: beyond it, people notice. */
export const maxFitRate = 1.25;
/** How much the other tracks are lowered while a line speaks. */
export const defaultDuckDb = 12;
export const maxDuckDb = 40;
export const gainLimitsDb = [-40, 12] as const;
export const maxFadeMs = 10_000;
export const speedLimits = [0.7, 1.2] as const;

/** How long other tracks take to become quieter before a line starts, and to return after it. */
export const duckAttackMs = 200;
export const duckReleaseMs = 500;

export const jobStates = ["queued", "running", "done", "failed", "canceled"] as const;
export const exportFormats = ["mp4", "wav", "mp3"] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Pictures that an MP4 file can hold as they are, by the name of their codec. */
export const mp4Pictures = ["h264", "hevc", "av1", "vp9", "mpeg4"] as const;
/** Points of the waveform of a clip. */
export const clipPeaks = 600;
export const linePeaks = 120;

// What a voice-over sounds like at each moment. The preview of the editor and the export on the server share it.

type Trims = { trim_start_ms: number; trim_end_ms: number };

/** How the speech of a line fits its slot. */
export type Fit = {
	/** `faster`: spoken faster, up to the limit. `too_long`: longer than the slot even then. */
	state: "fits" | "faster" | "too_long";
	/** How much faster it is spoken. */
	rate: number;
	/** How long it lasts at that rate. */
	length_ms: number;
	/** By how much it passes the end of its slot. */
	late_ms: number;
};

/** Speech that is shorter than its slot stays as it is. */
export function fitSpeech(speechMs: number, slotMs: number): Fit {
	if (speechMs <= slotMs) return { state: "fits", rate: 1, length_ms: speechMs, late_ms: 0 };
	// Rounded up, so that what is called fitting fits.
	const needed = Math.ceil((speechMs / slotMs) * 1000) / 1000;
	const rate = Math.min(maxFitRate, needed);
	const length = Math.round(speechMs / rate);
	if (needed <= maxFitRate) return { state: "faster", rate, length_ms: Math.min(length, slotMs), late_ms: 0 };
	return { state: "too_long", rate, length_ms: length, late_ms: length - slotMs };
}

/** What is left of audio after its start and end are cut off. */
export const trimmedMs = (lengthMs: number, { trim_start_ms, trim_end_ms }: Trims): number =>
	Math.max(0, lengthMs - trim_start_ms - trim_end_ms);

/** A stretch of audio on the timeline. */
export type Piece = {
	start_ms: number;
	length_ms: number;
	gain_db: number;
	fade_in_ms: number;
	fade_out_ms: number;
};
/** A line that speaks, and how much it lowers everything else. */
export type Ducker = { start_ms: number; length_ms: number; duck_db: number };

const toAmplitude = (decibels: number): number => 10 ** (decibels / 20);

/** The gain of a piece at a time on the timeline, with its fades. 0 outside of it. */
export function gainAt({ start_ms, length_ms, gain_db, fade_in_ms, fade_out_ms }: Piece, atMs: number): number {
	const from = atMs - start_ms;
	const left = length_ms - from;
	if (from < 0 || left < 0) return 0;
	const fadeIn = fade_in_ms > 0 ? Math.min(1, from / fade_in_ms) : 1;
	const fadeOut = fade_out_ms > 0 ? Math.min(1, left / fade_out_ms) : 1;
	return toAmplitude(gain_db) * fadeIn * fadeOut;
}

/** The factor by which the lines that speak at this time lower other tracks. The strongest of them counts. */
export function duckingAt(duckers: readonly Ducker[], atMs: number): number {
	let decibels = 0;
	for (const { start_ms, length_ms, duck_db } of duckers) {
		const before = start_ms - atMs;
		const after = atMs - start_ms - length_ms;
		if (before >= duckAttackMs || after >= duckReleaseMs) continue;
		const share = before > 0 ? 1 - before / duckAttackMs : after > 0 ? 1 - after / duckReleaseMs : 1;
		decibels = Math.max(decibels, duck_db * share);
	}
	return decibels === 0 ? 1 : toAmplitude(-decibels);
}

type TimelineLine = Trims & {
	start_ms: number;
	muted: boolean;
	gain_db: number;
	fade_in_ms: number;
	fade_out_ms: number;
	duck_db: number;
	fit: Fit | null;
};
type TimelineClip = Trims & {
	offset_ms: number;
	seconds: number | null;
	muted: boolean;
	gain_db: number;
	fade_in_ms: number;
	fade_out_ms: number;
};

/** The speech of a line on the timeline. Undefined if it isn't heard. */
export function pieceOfLine({ start_ms, muted, fit, ...line }: TimelineLine): (Piece & Ducker) | undefined {
	if (muted || !fit || fit.length_ms === 0) return undefined;
	const { gain_db, fade_in_ms, fade_out_ms, duck_db } = line;
	return { start_ms, length_ms: fit.length_ms, gain_db, fade_in_ms, fade_out_ms, duck_db };
}

/** A sound file on the timeline. Undefined if it isn't heard. */
export function pieceOfClip({ offset_ms, seconds, muted, ...clip }: TimelineClip): Piece | undefined {
	const length_ms = trimmedMs((seconds ?? 0) * 1000, clip);
	if (muted || length_ms === 0) return undefined;
	const { gain_db, fade_in_ms, fade_out_ms } = clip;
	return { start_ms: offset_ms, length_ms, gain_db, fade_in_ms, fade_out_ms };
}
