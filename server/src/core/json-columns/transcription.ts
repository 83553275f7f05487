import type { RequestedFormat } from "@timbre/contract/transcription/schemas.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

/** What a transcript was requested with. */
export type TranscriptRequest = {
	/** ISO 639-1 code. Detected if missing. */
	language?: string;
	events: boolean;
	diarize: boolean;
	speakers?: number;
	threshold?: number;
	multichannel: boolean;
	combined: boolean;
	noVerbatim: boolean;
	keyterms: string[];
	/** Write English, whatever the language of the recording is. */
	translate?: boolean;
	timestamps: "none" | "word" | "character";
	formats: RequestedFormat[];
	/** Raw 16-bit mono PCM at 16 kHz. */
	rawPcm: boolean;
	sourceUrl?: string;
	/** Where to send the result. Without an id, to all webhooks that subscribe to transcripts. */
	webhook?: { id?: string; metadata?: unknown };
};

export type StoredWord = {
	text: string;
	start: number;
	end: number;
	type: "word" | "spacing" | "audio_event";
	speaker?: string;
	logprob: number;
	channel?: number;
	characters?: { text: string; start: number; end: number }[];
};

/** One entry for each channel that was transcribed on its own, otherwise one. */
export type TranscriptResult = { channels: { language: string; probability: number; words: StoredWord[] }[] };
export type EditedTranscript = { words: StoredWord[] };
export type SpeakerNames = { speaker_id: string; name: string }[];

const words = z.array(
	z.looseObject({
		text: z.string(),
		start: z.number(),
		end: z.number(),
		type: z.enum(["word", "spacing", "audio_event"]),
		speaker: z.string().optional(),
		logprob: z.number(),
		channel: z.number().optional(),
		characters: z.array(z.looseObject({ text: z.string(), start: z.number(), end: z.number() })).optional(),
	}),
);

export const transcriptColumns = {
	request: jsonColumn<TranscriptRequest>(
		"transcript.request",
		z.looseObject({
			language: z.string().optional(),
			events: z.boolean(),
			diarize: z.boolean(),
			speakers: z.number().optional(),
			threshold: z.number().optional(),
			multichannel: z.boolean(),
			combined: z.boolean(),
			noVerbatim: z.boolean(),
			keyterms: z.array(z.string()),
			translate: z.boolean().optional(),
			timestamps: z.enum(["none", "word", "character"]),
			formats: z.array(z.custom<RequestedFormat>((value) => typeof value === "object" && value !== null)),
			rawPcm: z.boolean(),
			sourceUrl: z.string().optional(),
			webhook: z.looseObject({ id: z.string().optional(), metadata: z.unknown() }).optional(),
		}) as z.ZodType<TranscriptRequest>,
	),
	result: jsonColumn<TranscriptResult | null>(
		"transcript.result",
		z
			.looseObject({
				channels: z.array(z.looseObject({ language: z.string(), probability: z.number(), words })),
			})
			.nullable(),
	),
	edited: jsonColumn<EditedTranscript | null>("transcript.edited", z.looseObject({ words }).nullable()),
	speaker_names: jsonColumn<SpeakerNames>(
		"transcript.speaker_names",
		z.array(z.looseObject({ speaker_id: z.string(), name: z.string() })),
	),
};
