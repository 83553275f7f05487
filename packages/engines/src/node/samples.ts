// What a node does with recordings of voices: hears what they are and who speaks in them, hears a sentence that was read aloud, and cuts
// out what is wanted of them. What cannot be read is the sender's to mend.
import { listenApart, type SampleFacts } from "../isolation/listening.ts";
import { joined, type Stretch } from "../isolation/silence.ts";
import type { FoundSpeaker } from "../isolation/speakers.ts";
import { concatBytes } from "../media/bytes.ts";
import { createEncoder } from "../media/encoder.ts";
import { decodeUpload } from "../media/upload.ts";
import { UploadError } from "../media/upload-errors.ts";
import { isFilm } from "../media/upload-kind.ts";
import { finishWav } from "../media/wav.ts";
import type { TakeListener } from "./check.ts";
import { SpeechBadRequestError, SpeechBusyError } from "./errors.ts";
import { createTurns } from "./turns.ts";

export type HeardReading = {
	/** What was understood; empty where nothing was. */
	heard: string;
	seconds: number;
	speechSeconds: number;
	vector: number[];
};

export type Cut = {
	/** Which stretches, one after the other; all of it when left out. */
	parts?: Stretch[];
	/** Without noise. */
	isolated: boolean;
	maxSeconds?: number;
};

/** What a node is asked, ahead of the recording. */
export type SampleWant =
	| { want: "facts"; maxSeconds: number }
	| { want: "reading"; sentence: string }
	| { want: "speakers" }
	| { want: "cut"; cut: Cut };

export type SampleListener = {
	facts(bytes: Uint8Array, maxSeconds: number, signal: AbortSignal): Promise<SampleFacts>;
	reading(bytes: Uint8Array, sentence: string, signal: AbortSignal): Promise<HeardReading>;
	speakers(bytes: Uint8Array, signal: AbortSignal): Promise<FoundSpeaker[]>;
	/** A wav file. */
	cut(bytes: Uint8Array, cut: Cut, signal: AbortSignal): Promise<Uint8Array>;
};

/** What the ears were trained on. */
const longestReading = 28;
const longestSample = 3600;
const cutRate = 24_000;
const lowRate = 16_000;

/** So many recordings are held in memory at once, and so many more callers wait; the rest is refused. */
const atOnce = 2;
const mostWaiting = 20;

export function createSampleListener(options: { modelsDir: string; listener: TakeListener }): SampleListener {
	const turns = createTurns(atOnce);
	let inside = 0;
	const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
		if (inside >= atOnce + mostWaiting) throw new SpeechBusyError(5, "too many recordings wait to be heard");
		inside++;
		try {
			return await turns(() => {
				signal.throwIfAborted();
				return work();
			});
		} finally {
			inside--;
		}
	};
	const works = sampleWorks(options);
	return {
		facts: (bytes, maxSeconds, signal) => inTurn(signal, () => works.facts(bytes, maxSeconds, signal)),
		reading: (bytes, sentence, signal) => inTurn(signal, () => works.reading(bytes, sentence, signal)),
		speakers: (bytes, signal) => inTurn(signal, () => works.speakers(bytes, signal)),
		cut: (bytes, cut, signal) => inTurn(signal, () => works.cut(bytes, cut, signal)),
	};
}

function sampleWorks(options: { modelsDir: string; listener: TakeListener }): SampleListener {
	return {
		facts: async (bytes, maxSeconds, signal) => {
			const sound = await decoded(bytes, { maxSeconds, maxSampleRate: cutRate }, signal);
			return listenApart("facts", sound, signal);
		},
		async reading(bytes, sentence, signal) {
			const sound = await decoded(bytes, { maxSeconds: 60, maxSampleRate: lowRate }, signal);
			const { seconds, speechSeconds, vector, trim } = await listenApart("facts", sound, signal);
			if (!trim) return { heard: "", seconds, speechSeconds, vector };
			if (trim.end - trim.start > longestReading)
				throw new SpeechBadRequestError(`the reading takes longer than ${longestReading} seconds`);
			const pcm = joined(sound.pcm, sound.sampleRate, [trim]);
			const { sampleRate } = sound;
			// Which words were wrong is not asked: of another sentence that would be all of them, each looked at closely.
			const wanted = { pcm, sampleRate, spoken: sentence, language: "en", heardOnly: true };
			const { heard } = await options.listener.check(wanted, signal);
			return { heard, seconds, speechSeconds, vector };
		},
		speakers: async (bytes, signal) => {
			const sound = await decoded(bytes, { maxSeconds: longestSample, maxSampleRate: lowRate }, signal);
			return listenApart("speakers", sound, signal);
		},
		async cut(bytes, { parts, isolated, maxSeconds }, signal) {
			const { pcm, sampleRate } = await decoded(bytes, { maxSeconds: longestSample, maxSampleRate: cutRate }, signal);
			const wanted = parts ? joined(pcm, sampleRate, parts) : pcm;
			const part = wanted.slice(0, maxSeconds === undefined ? wanted.length : Math.round(maxSeconds * sampleRate));
			const clean = isolated
				? await listenApart("isolated", { pcm: part, sampleRate, modelsDir: options.modelsDir }, signal)
				: part;
			return wavOf(clean, sampleRate);
		},
	};
}

async function decoded(bytes: Uint8Array, limits: { maxSeconds: number; maxSampleRate: number }, signal: AbortSignal) {
	if (isFilm(bytes)) throw new SpeechBadRequestError("it is a video: send its sound alone");
	try {
		const { samples, sampleRate } = await decodeUpload(bytes, {}, { signal, ...limits });
		return { pcm: samples, sampleRate };
	} catch (error) {
		if (error instanceof UploadError)
			throw new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
		throw error;
	}
}

async function wavOf(pcm: Float32Array, sampleRate: number): Promise<Uint8Array> {
	const encoder = await createEncoder("wav_24000", sampleRate);
	return finishWav(concatBytes([encoder.push(pcm), encoder.flush()]));
}
