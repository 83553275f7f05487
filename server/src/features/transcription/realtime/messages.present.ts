import type { ListenEvent } from "@timbre/engines/transcription/transcript.ts";
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
	const committed = { message_type: "committed_transcript", text: event.text };
	if (!query.include_timestamps && !query.include_language_detection) return [committed];
	return [
		committed,
		{
			message_type: "committed_transcript_with_timestamps",
			text: event.text,
			language_code: event.language,
			...(query.include_timestamps ? { words: presentWords(event) } : {}),
		},
	];
}

/** The words of a text and what is between them. Joined, they are the text. */
function presentWords({ text, words }: FinalEvent) {
	const presented: { text: string; start: number; end: number; type: "word" | "spacing"; logprob: number }[] = [];
	let at = 0;
	for (const { text: word, start, end, logprob } of words) {
		const found = text.indexOf(word, at);
		const last = presented.at(-1);
		if (last && found > at)
			presented.push({ text: text.slice(at, found), start: last.end, end: start, type: "spacing", logprob: 0 });
		presented.push({ text: word, start, end, type: "word", logprob });
		if (found >= 0) at = found + word.length;
	}
	return presented;
}
