import { resolveTranscriptionModel, type TranscriptState } from "@timbre/contract/transcription/rules.ts";

export const modelName = (id: string): string => resolveTranscriptionModel(id)?.name ?? id;

/** Up to here the server decodes the recording. */
const decodedProgress = 0.1;

/** What is happening with a transcript in progress. */
export function progressText({ state, progress }: { state: TranscriptState; progress: number }): string {
	if (state === "queued") return "Waiting to start";
	if (progress < decodedProgress) return "Reading the recording";
	return `Transcribing, ${Math.min(99, Math.floor(progress * 100))}%`;
}
