// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** What a speaker can consent to. */
/** Not `consentScope.options`: pages use the list and would load zod for it. */
export const consentScopes = ["workspace", "share", "library"] as const;

export const maxSampleFiles = 25;
export const maxSampleBytes = 12_000_000;

/** Of a consent reading: as much as the server transcribes. */
export const maxRecordingSeconds = 28;
