// Writes transcripts as files. Pure: the same transcript gives the same file.
import type { ExportOptions, TranscriptFormat } from "@timbre/contract/transcription/rules.ts";
import { writeDocx } from "./docx.ts";
import { writeHtml } from "./html.ts";
import { writePdf } from "./pdf.ts";
import { type Segment, splitSegments } from "./segments.ts";
import { writeSrt, writeVtt } from "./subtitles.ts";
import type { ExportedTranscript, TranscriptDocument } from "./types.ts";
import { clock, wrapText } from "./wrap.ts";

export const isBinaryFormat = (format: TranscriptFormat) => format === "docx" || format === "pdf";

const subtitleLines = 2;
/** Without limits of its own, a paragraph ends with the first sentence after this many characters. */
const paragraphCharacters = 500;

export async function writeTranscript(transcript: ExportedTranscript, options: ExportOptions): Promise<Uint8Array> {
	const { format } = options;
	if (format === "srt" || format === "vtt") return encode(writeSubtitles(transcript, options, format));
	const unlimited =
		options.silenceSeconds === undefined &&
		options.maxSegmentSeconds === undefined &&
		options.maxSegmentCharacters === undefined;
	const segments = splitSegments(transcript.words, { ...options, ...(unlimited ? { paragraphCharacters } : {}) });
	if (format === "segmented_json") return encode(writeJson(transcript, segments, options));
	const document = toDocument(transcript, segments, options);
	if (format === "html") return encode(writeHtml(document));
	if (format === "docx") return writeDocx(document);
	if (format === "pdf") return writePdf(document);
	return encode(writeText(document, options.maxLineCharacters));
}

const encode = (text: string) => new TextEncoder().encode(text);

function writeSubtitles(transcript: ExportedTranscript, options: ExportOptions, format: "srt" | "vtt"): string {
	const characters = options.maxLineCharacters ?? 42;
	const named = options.includeSpeakers
		? Math.max(0, ...[...transcript.names.values()].map((name) => [...name].length + 2))
		: 0;
	// The name takes room on the first line of an SRT cue.
	const room = format === "srt" ? named : 0;
	const lines = { count: subtitleLines, characters: Math.max(10, characters - Math.ceil(room / subtitleLines)) };
	const segments = splitSegments(transcript.words, { ...options, lines });
	const write = format === "srt" ? writeSrt : writeVtt;
	return write(segments, {
		maxLineCharacters: characters,
		maxSeconds: options.maxSegmentSeconds,
		nameOf: (segment) => (options.includeSpeakers ? nameOf(transcript, segment) : undefined),
	});
}

function nameOf({ names }: ExportedTranscript, { speaker }: Segment): string | undefined {
	return speaker === undefined ? undefined : (names.get(speaker) ?? speaker);
}

function toDocument(
	transcript: ExportedTranscript,
	segments: readonly Segment[],
	{ includeSpeakers, includeTimestamps }: ExportOptions,
): TranscriptDocument {
	return {
		title: transcript.title,
		language: transcript.language,
		paragraphs: segments.map((segment) => ({
			time: includeTimestamps ? clock(segment.start) : undefined,
			speaker: includeSpeakers ? nameOf(transcript, segment) : undefined,
			text: segment.text,
		})),
	};
}

function writeText({ paragraphs }: TranscriptDocument, maxLineCharacters: number | undefined): string {
	const blocks = paragraphs.map(({ time, speaker, text }) => {
		const heading = [time === undefined ? "" : `[${time}]`, speaker ?? ""].filter((part) => part !== "").join(" ");
		const lines = maxLineCharacters === undefined ? [text] : wrapText(text, maxLineCharacters);
		return [...(heading === "" ? [] : [heading]), ...lines].join("\n");
	});
	return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}

function writeJson(
	transcript: ExportedTranscript,
	segments: readonly Segment[],
	{ includeSpeakers, includeTimestamps }: ExportOptions,
): string {
	const timed = ({ start, end }: { start: number; end: number }) => (includeTimestamps ? { start, end } : {});
	return JSON.stringify({
		title: transcript.title,
		language_code: transcript.language,
		audio_duration_secs: transcript.seconds,
		segments: segments.map((segment) => ({
			text: segment.text,
			...timed(segment),
			...(includeSpeakers && segment.speaker !== undefined
				? { speaker_id: segment.speaker, speaker_name: nameOf(transcript, segment) }
				: {}),
			words: segment.words.map((word) => ({
				text: word.text,
				type: word.type,
				...timed(word),
				logprob: word.logprob,
				...(includeSpeakers ? { speaker_id: word.speaker ?? null } : {}),
			})),
		})),
	});
}
