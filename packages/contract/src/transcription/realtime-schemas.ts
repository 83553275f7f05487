// Messages of the WebSocket /v1/speech-to-text/realtime.
import { z } from "zod";

/** Input formats: 16-bit little-endian PCM, mono, at a sample rate in Hz, or µ-law for telephone audio. */
export const realtimeFormats = [
	"pcm_8000",
	"pcm_16000",
	"pcm_22050",
	"pcm_24000",
	"pcm_44100",
	"pcm_48000",
	"ulaw_8000",
] as const;
export type RealtimeFormat = (typeof realtimeFormats)[number];

export const maxRealtimeKeyterms = 50;
export const maxRealtimeKeytermCharacters = 20;
/** A longer message is rejected; the session goes on. */
export const maxRealtimeChunkSeconds = 10;
/** A commit of less new audio is ignored. */
export const minCommitSeconds = 0.3;

const unavailable = "Not available: a session that asks for it is rejected.";
const noEffect = "Accepted for compatibility; has no effect.";

/** A query parameter that may be repeated. */
const repeated = <S extends z.ZodType<string>>(item: S, max: number) =>
	z.preprocess(
		(value) => (value === undefined || Array.isArray(value) ? value : [value]),
		z.array(item).max(max).default([]),
	);

const flag = (fallback: boolean, description: string) =>
	z
		.stringbool()
		.default(fallback)
		.meta({ description, examples: [true] });

export const realtimeQuery = z.object({
	model_id: z
		.string()
		.min(1)
		.max(64)
		.default("scribe_v2_realtime")
		.meta({
			description:
				"Model to use. `scribe_v2_realtime`, the default, is `moonshine_tiny` for English and `whisper_base` for other languages.",
			examples: ["scribe_v2_realtime"],
		}),
	audio_format: z
		.enum(realtimeFormats)
		.default("pcm_16000")
		.meta({
			description: "Format of the audio: 16-bit little-endian PCM, mono, at this sample rate, or 8 kHz µ-law.",
			examples: ["pcm_16000"],
		}),
	language_code: z
		.string()
		.min(2)
		.max(16)
		.optional()
		.meta({
			description:
				"Language that is spoken, as an ISO 639 code or a BCP 47 tag. Default: English, or detected if `include_language_detection` is set or the model isn't `moonshine_tiny`.",
			examples: ["en"],
		}),
	include_timestamps: flag(
		false,
		"Whether each committed transcript is followed by a `committed_transcript_with_timestamps`. Default: false.",
	),
	include_language_detection: flag(
		false,
		"Whether the language is detected and sent in `committed_transcript_with_timestamps`. Default: false.",
	),
	commit_strategy: z
		.enum(["manual", "vad"])
		.default("manual")
		.meta({
			description:
				"Who ends a segment: you with `commit` (`manual`), or a pause in the speech (`vad`). After 90 seconds a segment is committed in any case.",
			examples: ["vad"],
		}),
	vad_silence_threshold_secs: z.coerce
		.number()
		.min(0.3)
		.max(3)
		.default(1.5)
		.meta({ description: "Pause that ends a segment, in seconds. Default: 1.5.", examples: [0.8] }),
	vad_threshold: z.coerce
		.number()
		.min(0.1)
		.max(0.9)
		.default(0.4)
		.meta({ description: "How likely speech must be to count as such. Default: 0.4.", examples: [0.5] }),
	min_speech_duration_ms: z.coerce
		.number()
		.min(50)
		.max(2_000)
		.default(100)
		.meta({ description: "Shorter sounds don't start a segment. Default: 100.", examples: [100] }),
	min_silence_duration_ms: z.coerce
		.number()
		.min(50)
		.max(2_000)
		.default(100)
		.meta({ description: "Shorter pauses are ignored. Default: 100.", examples: [100] }),
	keyterms: repeated(z.string().min(1).max(maxRealtimeKeytermCharacters), maxRealtimeKeyterms).meta({
		description: "Words and names that are likely to occur. Repeat the parameter for each.",
		examples: [["Timbre"]],
	}),
	no_verbatim: flag(
		false,
		"Whether to remove English filler words and stutters from committed transcripts. Default: false.",
	),
	secondary_languages: repeated(z.string().max(16), 20).meta({ description: noEffect, examples: [["de"]] }),
	entity_detection: repeated(z.string().max(64), 64).meta({ description: unavailable, examples: [[]] }),
	entity_redaction: repeated(z.string().max(64), 64).meta({ description: unavailable, examples: [[]] }),
	transcript_edit: z
		.string()
		.max(2_000)
		.optional()
		.meta({ description: unavailable, examples: [""] }),
	filter_background_audio: flag(false, noEffect),
	enable_logging: flag(true, "Realtime sessions are never stored, whatever this says. Default: true."),
});
export type RealtimeQuery = z.output<typeof realtimeQuery>;

export const realtimeMessage = z.object({
	message_type: z
		.literal("input_audio_chunk")
		.meta({ description: "Always `input_audio_chunk`.", examples: ["input_audio_chunk"] }),
	audio_base_64: z
		.string()
		.default("")
		.meta({ description: "Audio in the session's format, at most 10 seconds. May be empty.", examples: ["AAAAAA=="] }),
	commit: z
		.boolean()
		.nullish()
		.meta({
			description: "Whether to end the segment after this audio and send its transcript. Default: false.",
			examples: [true],
		}),
	sample_rate: z
		.int()
		.nullish()
		.meta({ description: "Must match the session's format if given.", examples: [16_000] }),
	previous_text: z
		.string()
		.max(10_000)
		.nullish()
		.meta({
			description: "Text that precedes the audio. Only allowed with the first audio. Has no effect.",
			examples: ["Good morning."],
		}),
});
export type RealtimeMessage = z.output<typeof realtimeMessage>;

export const realtimeErrorTypes = [
	"error",
	"auth_error",
	"quota_exceeded",
	"commit_throttled",
	"transcriber_error",
	"unaccepted_terms",
	"rate_limited",
	"input_error",
	"invalid_request",
	"queue_overflow",
	"resource_exhausted",
	"session_time_limit_exceeded",
	"chunk_size_exceeded",
	"insufficient_audio_activity",
] as const;
export type RealtimeErrorType = (typeof realtimeErrorTypes)[number];
