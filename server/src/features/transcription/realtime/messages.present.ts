import type { ListenEvent } from "@timbre/engines/transcription/transcript.ts";
import { textOf, toWords, withoutFillers } from "../transcripts/words.ts";
import type { RealtimeSettings } from "./types.ts";

type FinalEvent = Extract<ListenEvent, { type: "final" }>;

export function presentSessionStarted(
	sessionId: string,
	{ query, modelId, listenOptions }: RealtimeSettings,
	sampleRate: number,
) {
	return {
		message_type: "session_started",
		session_id: sessionId,
		config: {
			sample_rate: sampleRate,
			audio_format: query.audio_format,
			...(listenOptions.language ? { language_code: listenOptions.language } : {}),
			commit_strategy: query.commit_strategy,
			// Clients disagree about the name.
			vad_commit_strategy: query.commit_strategy,
			vad_silence_threshold_secs: query.vad_silence_threshold_secs,
			vad_threshold: query.vad_threshold,
			min_speech_duration_ms: query.min_speech_duration_ms,
			min_silence_duration_ms: query.min_silence_duration_ms,
			model_id: modelId,
			enable_logging: query.enable_logging,
			include_timestamps: query.include_timestamps,
			include_language_detection: query.include_language_detection,
			keyterms: query.keyterms,
			no_verbatim: query.no_verbatim,
		},
	};
}

/** The messages for an event of the transcriber, in the order in which they are sent. */
export function presentEvent(event: ListenEvent, { query }: RealtimeSettings): unknown[] {
	if (event.type === "partial") return [{ message_type: "partial_transcript", text: event.text }];
	const words = wordsOf(event, query.no_verbatim);
	const text = textOf(words);
	const committed = { message_type: "committed_transcript", text };
	if (!query.include_timestamps && !query.include_language_detection) return [committed];
	return [
		committed,
		{
			message_type: "committed_transcript_with_timestamps",
			text,
			language_code: event.language,
			...(query.include_timestamps ? { words } : {}),
		},
	];
}

/** The words and the spaces between them. */
function wordsOf({ type: _, language, ...segment }: FinalEvent, withFillersRemoved: boolean) {
	const words = toWords({ language, probability: 1, segments: [{ ...segment, voices: [] }], events: [] });
	return withFillersRemoved ? withoutFillers(words, language) : words;
}
