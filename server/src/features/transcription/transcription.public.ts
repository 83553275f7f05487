// What other areas may use of transcription.
export { writeTranscript } from "./formats/formats.ts";
export { deliverTranscript, startTranscript } from "./transcripts/transcripts.service.ts";
export type { TranscriptionDeps } from "./types.ts";
