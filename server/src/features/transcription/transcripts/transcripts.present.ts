import { AppError } from "@timbre/contract/errors.ts";
import {
	defaultExportOptions,
	type ExportOptions,
	responseLanguageCode,
	type TranscriptFormat,
	transcriptFormats,
} from "@timbre/contract/transcription/rules.ts";
import type {
	RequestedFormat,
	SpeakerName,
	TranscriptChunk,
	TranscriptDetails,
	TranscriptResponse,
	TranscriptSummary,
	TranscriptWord,
} from "@timbre/contract/transcription/schemas.ts";
import type { StoredWord } from "../../../core/json-columns/transcription.ts";
import { unix } from "../../../core/time.ts";
import { isBinaryFormat, writeTranscript } from "../formats/formats.ts";
import type { TranscriptRow, TranscriptSummaryRow } from "./transcripts.repo.ts";
import { mergeChannels, speakersOf, textOf } from "./words.ts";

export function presentSummary(row: TranscriptSummaryRow): TranscriptSummary {
	return {
		transcription_id: row.id,
		title: row.title,
		state: row.state as TranscriptSummary["state"],
		progress: row.progress,
		error: row.error,
		model_id: row.model_id,
		language_code: row.language,
		duration_seconds: row.seconds,
		speaker_count: row.speaker_count,
		credits: row.credits,
		preview: row.preview,
		is_edited: Boolean(row.is_edited),
		has_audio: row.audio_key !== null,
		user_id: row.created_by,
		created_at_unix: unix(row.created_at),
	};
}

export function presentDetails(row: TranscriptRow): TranscriptDetails {
	const words = currentWords(row);
	const original = originalWords(row);
	return {
		...presentSummary({ ...row, is_edited: row.edited !== null }),
		words: words?.map((word) => presentWord(word, "character")) ?? null,
		original_words: row.edited && original ? original.map((word) => presentWord(word, "character")) : null,
		speakers: presentSpeakers(row, words ?? []),
		channels: row.request.multichannel && row.result ? row.result.channels.length : null,
		peaks: row.peaks === null ? null : [...row.peaks],
		revision: row.revision,
	};
}

/** In the order in which they first speak, with a default name. */
export function presentSpeakers(
	{ speaker_names }: Pick<TranscriptRow, "speaker_names">,
	words: readonly StoredWord[],
): SpeakerName[] {
	const names = new Map(speaker_names.map(({ speaker_id, name }) => [speaker_id, name]));
	return speakersOf(words).map((id) => ({ speaker_id: id, name: names.get(id) ?? defaultName(id) }));
}

/** "speaker_0" → "Speaker 1". */
function defaultName(id: string): string {
	const number = /^speaker_(\d+)$/.exec(id)?.[1];
	return number === undefined ? id : `Speaker ${Number(number) + 1}`;
}

function originalWords({ result }: Pick<TranscriptRow, "result">): StoredWord[] | null {
	if (!result) return null;
	const [first] = result.channels;
	return result.channels.length > 1 ? mergeChannels(result.channels) : (first?.words ?? []);
}

/** The words as they are now. Null until it is completed. */
export function currentWords(row: Pick<TranscriptRow, "result" | "edited">): StoredWord[] | null {
	return row.edited?.words ?? originalWords(row);
}

/** The transcript in the form that was requested. */
export async function presentTranscript(
	row: TranscriptRow,
	{ original = false }: { original?: boolean } = {},
): Promise<TranscriptResponse> {
	const { request, result } = row;
	if (!result) throw new Error(`transcript ${row.id} has no result`);
	const seconds = row.seconds ?? 0;
	const id = row.stored ? row.id : null;
	const edited = original ? undefined : row.edited?.words;
	const chunk = async (
		channel: { language: string; probability: number; words: readonly StoredWord[] },
		channelIndex?: number,
	): Promise<TranscriptChunk> => ({
		language_code: responseLanguageCode(channel.language),
		language_probability: channel.probability,
		text: textOf(channel.words),
		words: channel.words.map((word) => presentWord(word, request.timestamps)),
		...(channelIndex === undefined ? {} : { channel_index: channelIndex }),
		...(request.formats.length > 0
			? {
					additional_formats: await Promise.all(
						request.formats.map((format) => presentFormat(row, channel.words, format)),
					),
				}
			: {}),
		transcription_id: id,
		audio_duration_secs: seconds,
	});
	const first = result.channels[0] ?? { language: "en", probability: 0, words: [] };
	if (!request.multichannel) return chunk({ ...first, words: edited ?? first.words });
	if (request.combined) return chunk({ ...first, words: edited ?? mergeChannels(result.channels) });
	const transcripts = await Promise.all(
		result.channels.map((channel, index) =>
			chunk({ ...channel, words: edited?.filter((word) => (word.channel ?? 0) === index) ?? channel.words }, index),
		),
	);
	return { transcripts, transcription_id: id, audio_duration_secs: seconds };
}

/** Null if the format can't show the language. */
async function presentFormat(row: TranscriptRow, words: readonly StoredWord[], format: RequestedFormat) {
	const file = await exportFile(row, words, exportOptions(format)).catch((error: unknown) => {
		if (error instanceof AppError) return undefined;
		throw error;
	});
	if (!file) return null;
	const base64 = isBinaryFormat(format.format);
	const { extension, contentType } = transcriptFormats[format.format];
	return {
		requested_format: format.format,
		file_extension: extension,
		content_type: contentType,
		is_base64_encoded: base64,
		content: Buffer.from(file).toString(base64 ? "base64" : "utf8"),
	};
}

export function exportFile(
	row: TranscriptRow,
	words: readonly StoredWord[],
	options: ExportOptions,
): Promise<Uint8Array> {
	const names = new Map(presentSpeakers(row, words).map(({ speaker_id, name }) => [speaker_id, name]));
	return writeTranscript(
		{ title: row.title, language: row.language ?? "en", seconds: row.seconds ?? 0, words, names },
		options,
	);
}

/** The options of a request with the defaults of their format. */
export function exportOptions(requested: { format: TranscriptFormat } & Partial<RequestedFormat>): ExportOptions {
	const defaults = defaultExportOptions(requested.format);
	return {
		format: requested.format,
		includeSpeakers: requested.include_speakers ?? defaults.includeSpeakers,
		includeTimestamps: requested.include_timestamps ?? defaults.includeTimestamps,
		silenceSeconds: requested.segment_on_silence_longer_than_s ?? defaults.silenceSeconds,
		maxSegmentSeconds: requested.max_segment_duration_s ?? defaults.maxSegmentSeconds,
		maxSegmentCharacters: requested.max_segment_chars ?? defaults.maxSegmentCharacters,
		maxLineCharacters: requested.max_characters_per_line ?? defaults.maxLineCharacters,
	};
}

function presentWord(word: StoredWord, timestamps: "none" | "word" | "character"): TranscriptWord {
	const timed = timestamps !== "none";
	return {
		text: word.text,
		start: timed ? word.start : null,
		end: timed ? word.end : null,
		type: word.type,
		speaker_id: word.speaker ?? null,
		logprob: word.logprob,
		...(timestamps === "character" && word.characters ? { characters: word.characters } : {}),
		...(word.channel === undefined ? {} : { channel_index: word.channel }),
	};
}
