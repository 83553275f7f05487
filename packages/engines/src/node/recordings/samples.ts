// Processing of voice recordings: analysis, transcription, diarization and cutting. A recording that cannot be decoded
// is the sender's error (SpeechBadRequestError), never the node's.
import { recordingError, SpeechBadRequestError, SpeechBusyError } from "../../errors.ts";
import type { SampleAnalysis } from "../../isolation/sample-analysis.ts";
import { analyzeInWorker } from "../../isolation/sample-analysis-in-worker.ts";
import { joinRanges, type TimeRange } from "../../isolation/silence.ts";
import type { DiarizedSpeaker } from "../../isolation/speakers.ts";
import { concatBytes } from "../../media/bytes.ts";
import { createEncoder } from "../../media/encoder.ts";
import { isVideo } from "../../media/upload/kind.ts";
import { decodeUpload } from "../../media/upload/upload.ts";
import { finishWav } from "../../media/wav.ts";
import { createLimiter } from "../../workers/limiter.ts";
import type { TakeChecker } from "../check.ts";

export type ReadingTranscript = {
	/** Empty if no speech was recognized. */
	transcript: string;
	seconds: number;
	speechSeconds: number;
	vector: number[];
};

/** What a speaker was asked to read. The language is a BCP 47 tag. */
export type ExpectedReading = { sentence: string; language: string };

export type CutOptions = {
	/** The ranges to join. Defaults to the entire recording. */
	parts?: TimeRange[];
	/** Remove background noise. */
	isolated: boolean;
	maxSeconds?: number;
};

/** Sent as one line of JSON before the recording. */
export type SampleRequest =
	| { operation: "analyze"; maxSeconds: number }
	| { operation: "transcribe"; reading: ExpectedReading }
	| { operation: "find_speakers" }
	| { operation: "cut"; cut: CutOptions };

export type SampleProcessor = {
	analyze(bytes: Uint8Array, maxSeconds: number, signal: AbortSignal): Promise<SampleAnalysis>;
	transcribe(bytes: Uint8Array, expected: ExpectedReading, signal: AbortSignal): Promise<ReadingTranscript>;
	findSpeakers(bytes: Uint8Array, signal: AbortSignal): Promise<DiarizedSpeaker[]>;
	/** Returns a wav file. */
	cut(bytes: Uint8Array, options: CutOptions, signal: AbortSignal): Promise<Uint8Array>;
};

type SampleProcessorOptions = { modelsDir: string; takeChecker: TakeChecker };

/** The longest audio that the transcribers were trained on. */
const maxReadingSeconds = 28;
const maxSampleSeconds = 3600;
const cutRate = 24_000;
const speechRate = 16_000;

/**
 * Each recording is decoded into memory, so only a few run at a time; beyond the waiting limit, requests fail as busy.
 */
const maxRunning = 2;
const maxWaiting = 20;

export function createSampleProcessor(options: SampleProcessorOptions): SampleProcessor {
	const limit = createLimiter(maxRunning);
	let admitted = 0;
	const run = async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
		if (admitted >= maxRunning + maxWaiting) throw new SpeechBusyError(5, "too many recordings are waiting");
		admitted++;
		try {
			return await limit(() => {
				signal.throwIfAborted();
				return task();
			});
		} finally {
			admitted--;
		}
	};
	const processor = createUnlimitedProcessor(options);
	return {
		analyze: (bytes, maxSeconds, signal) => run(signal, () => processor.analyze(bytes, maxSeconds, signal)),
		transcribe: (bytes, expected, signal) => run(signal, () => processor.transcribe(bytes, expected, signal)),
		findSpeakers: (bytes, signal) => run(signal, () => processor.findSpeakers(bytes, signal)),
		cut: (bytes, cut, signal) => run(signal, () => processor.cut(bytes, cut, signal)),
	};
}

function createUnlimitedProcessor({ modelsDir, takeChecker }: SampleProcessorOptions): SampleProcessor {
	return {
		analyze: async (bytes, maxSeconds, signal) => {
			const audio = await decode(bytes, { maxSeconds, maxSampleRate: cutRate }, signal);
			return analyzeInWorker("analyze", audio, signal);
		},
		async transcribe(bytes, { sentence, language }, signal) {
			const audio = await decode(bytes, { maxSeconds: 60, maxSampleRate: speechRate }, signal);
			const { seconds, speechSeconds, vector, trim } = await analyzeInWorker("analyze", audio, signal);
			if (!trim) return { transcript: "", seconds, speechSeconds, vector };
			if (trim.end - trim.start > maxReadingSeconds)
				throw new SpeechBadRequestError(`the reading is longer than ${maxReadingSeconds} seconds`);
			const pcm = joinRanges(audio.pcm, audio.sampleRate, [trim]);
			const { sampleRate } = audio;
			// Skip the word-by-word check: if someone read a different sentence, every word would be examined.
			const input = { pcm, sampleRate, spoken: sentence, language, transcriptOnly: true };
			const { transcript } = await takeChecker.check(input, signal);
			return { transcript, seconds, speechSeconds, vector };
		},
		findSpeakers: async (bytes, signal) => {
			const audio = await decode(bytes, { maxSeconds: maxSampleSeconds, maxSampleRate: speechRate }, signal);
			return analyzeInWorker("diarize", audio, signal);
		},
		async cut(bytes, { parts, isolated, maxSeconds }, signal) {
			const { pcm, sampleRate } = await decode(bytes, { maxSeconds: maxSampleSeconds, maxSampleRate: cutRate }, signal);
			const selected = parts ? joinRanges(pcm, sampleRate, parts) : pcm;
			const part = selected.slice(0, maxSeconds === undefined ? selected.length : Math.round(maxSeconds * sampleRate));
			const clean = isolated ? await analyzeInWorker("isolate", { pcm: part, sampleRate, modelsDir }, signal) : part;
			return encodeWav(clean, sampleRate);
		},
	};
}

async function decode(bytes: Uint8Array, limits: { maxSeconds: number; maxSampleRate: number }, signal: AbortSignal) {
	if (isVideo(bytes)) throw new SpeechBadRequestError("it is a video; send only its audio");
	try {
		const { samples, sampleRate } = await decodeUpload(bytes, {}, { signal, ...limits });
		return { pcm: samples, sampleRate };
	} catch (error) {
		throw recordingError(error);
	}
}

async function encodeWav(pcm: Float32Array, sampleRate: number): Promise<Uint8Array> {
	const encoder = await createEncoder("wav_24000", sampleRate);
	return finishWav(concatBytes([encoder.push(pcm), encoder.flush()]));
}
