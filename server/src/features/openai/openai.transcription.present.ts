// Transcripts in the formats of OpenAI's API.
import { deflateSync } from "node:zlib";
import { sourceLanguageKey, sourceLanguageName } from "@timbre/contract/transcription/rules.ts";
import type { RequestedFormat, TranscriptChunk } from "@timbre/contract/transcription/schemas.ts";

type Segment = {
	text: string;
	start: number;
	end: number;
	speaker_id?: string;
	words: { type: string; logprob: number }[];
};

/** As long as a person says without a pause. */
export const segmentFormat: RequestedFormat = {
	format: "segmented_json",
	segment_on_silence_longer_than_s: 0.8,
	max_segment_duration_s: 15,
	max_segment_chars: 200,
};

/** The content of a format that was requested with the transcript. */
export function contentOf(transcript: TranscriptChunk, format: string): string {
	const found = transcript.additional_formats?.find((one) => one?.requested_format === format);
	if (!found) throw new Error(`the transcript has no ${format}`);
	return found.content;
}

export const segmentsOf = (transcript: TranscriptChunk): Segment[] =>
	(JSON.parse(contentOf(transcript, "segmented_json")) as { segments: Segment[] }).segments;

const usageOf = ({ audio_duration_secs }: TranscriptChunk) => ({
	type: "duration",
	seconds: Math.ceil(audio_duration_secs ?? 0),
});

export const presentJson = (transcript: TranscriptChunk) => ({ text: transcript.text, usage: usageOf(transcript) });

export function presentVerbose(
	transcript: TranscriptChunk,
	granularities: readonly string[],
	task: "transcribe" | "translate" = "transcribe",
) {
	const key = sourceLanguageKey(transcript.language_code) ?? transcript.language_code;
	return {
		task,
		language: sourceLanguageName(key).toLowerCase(),
		duration: transcript.audio_duration_secs ?? 0,
		text: transcript.text,
		...(granularities.includes("word")
			? {
					words: transcript.words
						.filter(({ type }) => type === "word")
						.map(({ text, start, end }) => ({ word: text, start, end })),
				}
			: {}),
		...(granularities.includes("segment") ? { segments: segmentsOf(transcript).map(presentSegment) } : {}),
		usage: usageOf(transcript),
	};
}

function presentSegment({ text, start, end, words }: Segment, id: number) {
	const scores = words.filter(({ type }) => type === "word").map(({ logprob }) => logprob);
	return {
		id,
		seek: 0,
		start,
		end,
		text,
		tokens: [],
		temperature: 0,
		avg_logprob: scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length,
		compression_ratio: Buffer.byteLength(text) / deflateSync(text).length,
		no_speech_prob: 0,
	};
}

export function presentDiarized(transcript: TranscriptChunk) {
	const segments = segmentsOf(transcript);
	const speakers = [...new Set(segments.map(({ speaker_id }) => speaker_id))];
	return {
		task: "transcribe",
		duration: transcript.audio_duration_secs ?? 0,
		text: transcript.text,
		segments: segments.map(({ text, start, end, speaker_id }, index) => ({
			type: "transcript.text.segment",
			id: `seg_${index}`,
			start,
			end,
			text,
			speaker: letterOf(speakers.indexOf(speaker_id)),
		})),
		usage: usageOf(transcript),
	};
}

/** A to Z, then AA and so on. */
function letterOf(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
