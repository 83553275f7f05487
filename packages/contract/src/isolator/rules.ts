/** The longest recording that can be isolated. */
export const maxIsolationSeconds = 3_600;
export const isolationStates = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const isolationFormats = ["mp3", "wav"] as const;
export type IsolationFormat = (typeof isolationFormats)[number];
/** Each engine by the name that pages show. */
export const isolationEngines = { gtcrn: "GTCRN", rnnoise: "RNNoise" } as const;
/** The points of a waveform. */
export const isolationPeaks = 600;
export const maxPreviewCharacters = 500_000;
