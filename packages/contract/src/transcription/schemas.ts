import { z } from "zod";
import {
	autoLanguage,
	defaultTranscriptionModel,
	maxEditedWords,
	maxKeytermCharacters,
	maxKeyterms,
	maxSpeakers,
	maxTitleCharacters,
	sourceLanguageKey,
	transcriptFormatIds,
	transcriptStates,
} from "./rules.ts";

export const transcriptionId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/)
	.meta({ description: "Id of the transcript.", examples: ["t9WqLs4VbXc2RzKd8TnG"] });

const time = (what: string, example: number) =>
	z
		.number()
		.min(0)
		.nullable()
		.meta({
			description: `${what} in seconds from the start of the recording. Null without timestamps.`,
			examples: [example],
		});

const transcriptCharacter = z.object({
	text: z.string().meta({ description: "The character.", examples: ["H"] }),
	start: time("Start", 0.12),
	end: time("End", 0.18),
});

export const transcriptWord = z.object({
	text: z.string().meta({ description: "The word, with its punctuation.", examples: ["Hello,"] }),
	start: time("Start", 0.12),
	end: time("End", 0.48),
	type: z.enum(["word", "spacing", "audio_event"]).meta({
		description: "`spacing` is the space between words, `audio_event` a sound in parentheses such as “(laughter)”.",
		examples: ["word"],
	}),
	speaker_id: z
		.string()
		.max(100)
		.nullable()
		.meta({
			description: "Who speaks. Null unless speakers or channels are told apart.",
			examples: ["speaker_0"],
		}),
	logprob: z.number().meta({
		description: "How sure the model is: the natural logarithm of the probability, at most 0.",
		examples: [-0.08],
	}),
	characters: z
		.array(transcriptCharacter)
		.nullish()
		.meta({ description: "Times of the characters. Null unless they were requested." }),
	channel_index: z
		.int()
		.nullish()
		.meta({
			description: "The audio channel, from 0. Null unless channels are transcribed separately.",
			examples: [null],
		}),
});
export type TranscriptWord = z.output<typeof transcriptWord>;

const additionalFormat = z.object({
	requested_format: z.string().meta({ description: "The format.", examples: ["srt"] }),
	file_extension: z.string().meta({ description: "Extension of a file with the content.", examples: ["srt"] }),
	content_type: z.string().meta({ description: "Media type of the content.", examples: ["application/x-subrip"] }),
	is_base64_encoded: z.boolean().meta({ description: "True for DOCX and PDF.", examples: [false] }),
	content: z.string().meta({
		description: "The file, as text or Base64.",
		examples: ["1\n00:00:00,120 --> 00:00:02,300\nHello, world.\n"],
	}),
});

const recordingFields = {
	transcription_id: z
		.string()
		.nullish()
		.meta({
			description: "Id of the stored transcript. Null if it is not stored.",
			examples: ["t9WqLs4VbXc2RzKd8TnG"],
		}),
	audio_duration_secs: z
		.number()
		.nullish()
		.meta({ description: "Length of the recording in seconds.", examples: [62.4] }),
};

export const transcriptChunk = z.object({
	language_code: z.string().meta({ description: "Language of the recording (ISO 639-3).", examples: ["eng"] }),
	language_probability: z
		.number()
		.meta({ description: "How sure the detection is, 0 to 1. 1 if the language was given.", examples: [0.98] }),
	text: z.string().meta({ description: "The transcript.", examples: ["Hello, world."] }),
	words: z.array(transcriptWord).meta({ description: "The words with their times, spaces and sounds included." }),
	channel_index: z
		.int()
		.nullish()
		.meta({
			description: "The audio channel, from 0. Null unless channels are transcribed separately.",
			examples: [null],
		}),
	additional_formats: z.array(additionalFormat.nullable()).nullish().meta({
		description: "The transcript in the requested formats, in their order. Null for one that can't show the language.",
	}),
	...recordingFields,
});
export type TranscriptChunk = z.output<typeof transcriptChunk>;

export const multichannelTranscript = z.object({
	transcripts: z.array(transcriptChunk).meta({ description: "One transcript for each channel." }),
	...recordingFields,
});
export type MultichannelTranscript = z.output<typeof multichannelTranscript>;
export type TranscriptResponse = TranscriptChunk | MultichannelTranscript;

export const transcriptAccepted = z.object({
	message: z
		.string()
		.meta({ description: "What happens next.", examples: ["The transcript is sent to your webhook."] }),
	request_id: z
		.string()
		.meta({ description: "Id of the request, also in the event.", examples: ["k4TqLs8VwYb1XzKd5RnG"] }),
	transcription_id: z.string().meta({
		description: "Id of the transcript. Get it when it is finished.",
		examples: ["t9WqLs4VbXc2RzKd8TnG"],
	}),
});

/** An export option sent in JSON or a query. SDKs for JavaScript send names in camel case. */
const optional = <T extends z.ZodType>(schema: T, description: string, example: unknown) =>
	schema.nullish().meta({ description, examples: [example] });
const flag = z.union([z.boolean(), z.stringbool()]);
const positive = z.coerce.number().min(0.1).max(36_000);

export const exportOptionFields = {
	include_speakers: optional(flag, "Whether to name the speakers. Default: true, for subtitles false.", true),
	include_timestamps: optional(
		flag,
		"Whether to give the times of segments. Subtitles always do. Default: true.",
		true,
	),
	segment_on_silence_longer_than_s: optional(
		positive,
		"A pause of this many seconds starts a new segment. Default: no limit, for subtitles 0.8.",
		0.8,
	),
	max_segment_duration_s: optional(positive, "Longest segment in seconds. Default: no limit, for subtitles 4.", 4),
	max_segment_chars: optional(
		z.coerce.number().int().min(10).max(100_000),
		"Most characters of a segment. Default: no limit, for subtitles 84.",
		84,
	),
	max_characters_per_line: optional(
		z.coerce.number().int().min(10).max(1_000),
		"Most characters of a line, for text and subtitles. Default: 100 for text, 42 for subtitles.",
		42,
	),
};

export const exportFormat = z.enum(transcriptFormatIds).meta({ description: "Format of the file.", examples: ["srt"] });

const requestedFormat = z.object({ format: exportFormat, ...exportOptionFields });
export type RequestedFormat = z.output<typeof requestedFormat>;

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const withSnakeNames = (value: unknown) =>
	typeof value === "object" && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeCase(name), one]))
		: value;

/** A list in a form field is JSON. */
const parsedJson = (value: unknown) => {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
};

export const additionalFormats = z
	.preprocess((value) => {
		const list = parsedJson(value);
		return Array.isArray(list) ? list.map(withSnakeNames) : list;
	}, z.array(requestedFormat).max(10).nullish())
	.meta({
		description: "Formats to return besides, as a JSON list. Up to 10.",
		examples: ['[{"format":"srt","max_characters_per_line":42}]'],
	});

export const languageOption = z
	.string()
	.max(20)
	.nullish()
	.refine(
		(code) => !code || code === autoLanguage || sourceLanguageKey(code) !== undefined,
		"This language isn't supported. GET /v1/speech-to-text/languages lists those that are.",
	)
	.meta({
		description: "Language of the recording (ISO 639-1 or 639-3), or `auto`. Default: detected.",
		examples: ["en"],
	});

/** A form field that is sent several times is a list, and one that is sent once a text. */
const textList = (max: number, characters: number) =>
	z.preprocess(
		(value) => (typeof value === "string" ? [value] : value),
		z.array(z.string().trim().min(1).max(characters)).max(max).nullish(),
	);

export const keyterms = textList(maxKeyterms, maxKeytermCharacters).meta({
	description: `Words and names that are likely to occur, up to ${maxKeyterms} of at most ${maxKeytermCharacters} characters. They are preferred where the recording is unclear. Without effect with \`moonshine_tiny\`.`,
	examples: [["Timbre", "Kokoro"]],
});

const modelId = z
	.string()
	.max(64)
	.default(defaultTranscriptionModel)
	.meta({
		description:
			"`whisper_small`, `whisper_base` or `moonshine_tiny` (English only). `scribe_v1` and `scribe_v2` stand for `whisper_small`.",
		examples: ["whisper_small"],
	});

const metas = {
	tag_audio_events: {
		description:
			"Whether to mark sounds such as laughter. The included models can't tell sounds, so this has no effect yet. Default: true.",
		examples: [true],
	},
	diarize: { description: "Whether to tell speakers apart. Default: false.", examples: [true] },
	num_speakers: {
		description: "How many people speak, 1 to 32. Default: as many as are told apart.",
		examples: [2],
	},
	diarization_threshold: {
		description:
			"How different two voices must be to count as two people, 0.1 to 0.4. A higher value finds fewer speakers. Without effect if `num_speakers` is given.",
		examples: [0.22],
	},
	use_multi_channel: {
		description:
			"Whether each channel holds another speaker and is transcribed on its own. Up to five channels and one hour. Costs as much as all channels together. Default: false.",
		examples: [false],
	},
	no_verbatim: {
		description:
			"Whether to leave out filler words such as “um”, stuttered words and sounds. Words are only left out in English. Default: false.",
		examples: [false],
	},
} as const;

/** Options of a JSON request. */
export const transcriptOptions = z.object({
	model_id: modelId,
	language_code: languageOption,
	tag_audio_events: z.boolean().default(true).meta(metas.tag_audio_events),
	diarize: z.boolean().default(false).meta(metas.diarize),
	num_speakers: z.int().min(1).max(maxSpeakers).nullish().meta(metas.num_speakers),
	diarization_threshold: z.number().min(0.1).max(0.4).nullish().meta(metas.diarization_threshold),
	use_multi_channel: z.boolean().default(false).meta(metas.use_multi_channel),
	no_verbatim: z.boolean().default(false).meta(metas.no_verbatim),
	keyterms: z
		.array(z.string().trim().min(1).max(maxKeytermCharacters))
		.max(maxKeyterms)
		.nullish()
		.meta({
			description: `Words and names that are likely to occur, up to ${maxKeyterms}. They are preferred where the recording is unclear. Without effect with \`moonshine_tiny\`.`,
			examples: [["Timbre", "Kokoro"]],
		}),
});

const formNumber = z.coerce.number();
/** The AI SDK sends its default first and the caller's choice after it. */
const lastOf = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);
/** The same options as form fields. */
export const transcriptFormOptions = {
	model_id: modelId,
	language_code: languageOption,
	tag_audio_events: z.stringbool().default(true).meta(metas.tag_audio_events),
	diarize: z.preprocess(lastOf, z.stringbool().default(false)).meta(metas.diarize),
	num_speakers: formNumber.int().min(1).max(maxSpeakers).nullish().meta(metas.num_speakers),
	diarization_threshold: formNumber.min(0.1).max(0.4).nullish().meta(metas.diarization_threshold),
	use_multi_channel: z.stringbool().default(false).meta(metas.use_multi_channel),
	no_verbatim: z.stringbool().default(false).meta(metas.no_verbatim),
	keyterms,
};

export const webhookMetadata = z
	.preprocess(parsedJson, z.union([z.string().max(16_384), z.record(z.string(), z.unknown())]).nullish())
	.refine((value) => JSON.stringify(value ?? null).length <= 16_384, "Use at most 16 KB.")
	.meta({
		description: "JSON object that is sent back in the event, up to 16 KB.",
		examples: ['{"episode":"12"}'],
	});

/** The SDK for Python sends JSON, and null for what is not set. */
export const textOrList = z.preprocess(parsedJson, textList(100, 100));

const title = z.string().trim().min(1).max(maxTitleCharacters);

export const transcriptSummary = z.object({
	transcription_id: transcriptionId,
	title: z.string().meta({ description: "Name of the file, or the title it was given.", examples: ["Interview"] }),
	state: z.enum(transcriptStates).meta({
		description: "`completed` has a transcript, `failed` an error. A failed or cancelled one costs nothing.",
		examples: ["running"],
	}),
	progress: z.number().meta({ description: "How much is done, 0 to 1.", examples: [0.42] }),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why it failed. Null otherwise.", examples: [null] }),
	model_id: z.string().meta({ description: "Model that transcribes it.", examples: ["whisper_small"] }),
	language_code: z
		.string()
		.nullable()
		.meta({ description: "Key of the language. Null until it is known.", examples: ["en"] }),
	duration_seconds: z
		.number()
		.nullable()
		.meta({ description: "Length of the recording in seconds. Null until it is known.", examples: [62.4] }),
	speaker_count: z
		.int()
		.nullable()
		.meta({ description: "How many speakers were told apart. Null if they were not.", examples: [2] }),
	credits: z
		.int()
		.nullable()
		.meta({ description: "Credits charged. Null until it is completed.", examples: [53] }),
	preview: z
		.string()
		.nullable()
		.meta({ description: "The first 200 characters. Null until it is completed.", examples: ["Hello, world."] }),
	is_edited: z.boolean().meta({ description: "Whether the words were edited.", examples: [false] }),
	has_audio: z.boolean().meta({ description: "Whether the recording is stored for playback.", examples: [true] }),
	user_id: z
		.string()
		.nullable()
		.meta({ description: "User who created it. Null if the account was deleted.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	created_at_unix: z.int().meta({ description: "When it was created, in Unix seconds.", examples: [1_789_000_000] }),
});
export type TranscriptSummary = z.output<typeof transcriptSummary>;

const speakerName = z.object({
	speaker_id: z
		.string()
		.min(1)
		.max(100)
		.meta({ description: "Id of the speaker.", examples: ["speaker_0"] }),
	name: z
		.string()
		.trim()
		.min(1)
		.max(100)
		.meta({ description: "Name of the speaker.", examples: ["Ada"] }),
});
export type SpeakerName = z.output<typeof speakerName>;

export const transcriptDetails = transcriptSummary.extend({
	words: z.array(transcriptWord).nullable().meta({
		description: "The words as they are now, edits included, in the order of time. Null until it is completed.",
	}),
	original_words: z.array(transcriptWord).nullable().meta({
		description: "The words before they were edited. Null if they were not.",
	}),
	speakers: z.array(speakerName).meta({ description: "The speakers in the order in which they first speak." }),
	channels: z
		.int()
		.nullable()
		.meta({
			description: "How many channels were transcribed separately. Null if they were not.",
			examples: [null],
		}),
	peaks: z
		.array(z.int())
		.nullable()
		.meta({
			description:
				"The waveform: the loudest sample of up to 2,000 equal parts of the recording, 0 to 255. Null until it is known.",
			examples: [[0, 38, 121, 64]],
		}),
	revision: z.int().meta({ description: "Increases with every edit of words and speakers.", examples: [3] }),
});
export type TranscriptDetails = z.output<typeof transcriptDetails>;

const editedWord = transcriptWord.extend({
	logprob: z
		.number()
		.optional()
		.meta({ description: "How sure the model was. Left out for a new word.", examples: [-0.08] }),
});

const wordChange = z.object({
	from: z
		.int()
		.min(0)
		.meta({ description: "Position of the first word to replace in the current words, from 0.", examples: [12] }),
	count: z
		.int()
		.min(0)
		.meta({ description: "How many words to replace. 0 only inserts.", examples: [1] }),
	words: z.array(editedWord).max(maxEditedWords).meta({ description: "The words in their place." }),
});

export const transcriptEdit = z.object({
	revision: z
		.int()
		.min(0)
		.optional()
		.meta({
			description:
				"The revision that was edited. If the transcript has another one by now, the request is rejected with `conflict` and changes nothing.",
			examples: [3],
		}),
	title: title.optional().meta({ description: "New title, up to 200 characters.", examples: ["Interview"] }),
	words: z.array(editedWord).max(maxEditedWords).nullish().meta({
		description:
			"All words of the edited transcript. Null restores the original. A spacing with a line break ends a paragraph and a subtitle.",
	}),
	changes: z.array(wordChange).max(maxEditedWords).optional().meta({
		description:
			"Only the words that change, instead of all: in ascending order, without overlaps. Requires `revision`. For long transcripts, whose words exceed the size limit of a request.",
	}),
	speakers: z
		.array(speakerName)
		.max(100)
		.optional()
		.meta({ description: "Names of speakers. Those that are not listed keep theirs." }),
});
export type TranscriptEdit = z.output<typeof transcriptEdit>;
