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
