import { setImmediate } from "node:timers/promises";
import { recordingError, SpeechBadRequestError } from "../errors.ts";
import { createEncoder } from "../media/encoder.ts";
import type { OutputFormat } from "../media/formats.ts";
import { decodeUpload } from "../media/upload/upload.ts";
import { wordErrors } from "../transcription/word-error-rate.ts";
import { type MatchProgress, matchVoice, type VoiceMatch } from "../voices/match.ts";
import { createMeasurer } from "../voices/measure/in-worker.ts";
import type { VoiceMeasurement } from "../voices/measure/measure.ts";
import { meanVector } from "../voices/measure/speaker.ts";
import { syllablesOf } from "../voices/measure/syllables.ts";
import { evaluationSentences, trialSentence } from "../voices/sentences.ts";
import type { TakeChecker } from "./check.ts";
import type { SpeechVoice } from "./protocol.ts";
import type { Priority } from "./scheduler.ts";
import { type SpeakContext, speak } from "./speak.ts";
import { parseRequest } from "./wire/parse-request.ts";
import { plainRequest } from "./wire/plain-request.ts";

/** Synthesizes a text with a voice, measures the result and returns the audio in the requested format. */
export type AuditionRequest = SpeechVoice & {
	text: string;
	format: OutputFormat;
	/** Gain relative to the engine's normal level. Limited so that the audio does not clip. */
	gainDb?: number;
	priority: Priority;
};
export type Audition = VoiceMeasurement & {
	seconds: number;
	bytes: Uint8Array;
	/** Word error rate of a transcription, from 0. Missing if it could not be measured. */
	misheard?: number;
};

export type MatchRequest = {
	/** The engine whose speakers are blended. */
	engine: string;
	/** How many blends may be rendered and measured. More gives a closer match and takes longer. */
	tries?: number;
};

export type VoiceLab = ReturnType<typeof createVoiceLab>;

const workFormat = "pcm_24000";
const workRate = 24_000;
const sliceSeconds = 0.2;
/** Longer recordings say nothing more about a voice. */
const maxMeasuredSeconds = 600;
/** The longest audio that the transcriber was trained on. */
const maxTranscribedSeconds = 30;
const maxPeak = 0.98;

/** Measures voices, synthesized or recorded, and searches for the speaker blend that sounds most like a recording. */
export function createVoiceLab(context: Pick<SpeakContext, "registry" | "scheduler">, takeChecker?: TakeChecker) {
	const measurer = createMeasurer();

	/** Returns undefined if it cannot be measured: unsupported language, long audio, or a model that is not available. */
	async function wordErrorRate(
		pcm: Float32Array,
		spoken: string,
		language: string,
		signal: AbortSignal,
	): Promise<number | undefined> {
		if (!takeChecker?.supports(language) || pcm.length > maxTranscribedSeconds * workRate) return undefined;
		try {
			const input = { pcm, sampleRate: workRate, spoken, language, transcriptOnly: true };
			return wordErrors(spoken, (await takeChecker.check(input, signal)).transcript).rate;
		} catch {
			signal.throwIfAborted();
			return undefined;
		}
	}

	async function render(
		voice: SpeechVoice,
		text: string,
		priority: Priority,
		signal: AbortSignal,
	): Promise<Float32Array> {
		const request = parseRequest(plainRequest({ ...voice, text, format: workFormat, priority }), context.registry);
		const parts: Uint8Array[] = [];
		for await (const event of speak(request, context, signal)) if (event.type === "audio") parts.push(event.bytes);
		return fromBytes(Buffer.concat(parts));
	}

	async function audition(request: AuditionRequest, signal: AbortSignal): Promise<Audition> {
		const { text, format, gainDb = 0, priority, ...voice } = request;
		const pcm = await render(voice, text, priority, signal);
		const { traits, vector } = await measurer.measure(pcm, workRate);
		const misheard = await wordErrorRate(pcm, text, voice.language ?? "", signal);
		amplify(pcm, gainDb);
		// The text is known, so count its syllables instead of estimating them from the audio.
		const syllablesPerSecond = traits.speechSeconds > 0 ? syllablesOf(text) / traits.speechSeconds : 0;
		return {
			traits: { ...traits, syllablesPerSecond },
			vector,
			seconds: pcm.length / workRate,
			bytes: await encode(pcm, format, signal),
			...(misheard === undefined ? {} : { misheard }),
		};
	}

	/** Throws SpeechBadRequestError if the bytes are not a readable recording. */
	async function measure(bytes: Uint8Array, signal: AbortSignal): Promise<VoiceMeasurement> {
		try {
			const { samples, sampleRate } = await decodeUpload(
				bytes,
				{},
				{ signal, maxSampleRate: workRate, maxSeconds: maxMeasuredSeconds },
			);
			return await measurer.measure(samples, sampleRate);
		} catch (error) {
			throw recordingError(error);
		}
	}

	async function match(
		samples: readonly Uint8Array[],
		{ engine, tries }: MatchRequest,
		signal: AbortSignal,
		onProgress: (progress: MatchProgress) => void,
	): Promise<VoiceMatch> {
		const measurements: VoiceMeasurement[] = [];
		for (const sample of samples) measurements.push(await measure(sample, signal));
		const target = mergeMeasurements(measurements);
		if (!target) throw new SpeechBadRequestError("the recordings contain no speech");
		const renderAndMeasure = async (speaker: string, sentence: string) => {
			const pcm = await render({ engine, speaker, language: "en" }, sentence, "background", signal);
			return measurer.measure(pcm, workRate);
		};
		return matchVoice({
			target,
			engine,
			...(tries === undefined ? {} : { tries }),
			measureTrial: (speaker) => renderAndMeasure(speaker, trialSentence),
			evaluate: (speaker) => renderAndMeasure(speaker, evaluationSentences),
			onProgress,
		});
	}

	return { audition, measure, match, close: () => measurer.close() };
}

/** Averages the measurements of several recordings of one voice, weighted by their amount of speech. */
export function mergeMeasurements(measurements: readonly VoiceMeasurement[]): VoiceMeasurement | undefined {
	const voiced = measurements.filter(({ vector, traits }) => vector.length > 0 && traits.pitchHz > 0);
	const [first] = voiced;
	if (!first) return undefined;
	const seconds = voiced.reduce((sum, { traits }) => sum + traits.speechSeconds, 0);
	const mean = (of: (measured: VoiceMeasurement) => number) =>
		voiced.reduce((sum, measured) => sum + (of(measured) * measured.traits.speechSeconds) / seconds, 0);
	return {
		vector: meanVector(voiced.map(({ vector, traits }) => ({ vector, weight: traits.speechSeconds }))),
		traits: {
			pitchHz: Math.exp(mean(({ traits }) => Math.log(traits.pitchHz))),
			pitchSpread: mean(({ traits }) => traits.pitchSpread),
			syllablesPerSecond: mean(({ traits }) => traits.syllablesPerSecond),
			brightnessHz: mean(({ traits }) => traits.brightnessHz),
			envelope: first.traits.envelope.map((_, band) => mean(({ traits }) => traits.envelope[band] ?? 0)),
			speechSeconds: seconds,
			seconds: voiced.reduce((sum, { traits }) => sum + traits.seconds, 0),
		},
	};
}

function fromBytes(bytes: Buffer): Float32Array {
	const pcm = new Float32Array(bytes.length >> 1);
	for (let at = 0; at < pcm.length; at++) pcm[at] = bytes.readInt16LE(at * 2) / 32_768;
	return pcm;
}

function amplify(pcm: Float32Array, gainDb: number): void {
	if (gainDb === 0) return;
	const peak = pcm.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1e-6);
	const gain = Math.min(10 ** (gainDb / 20), maxPeak / peak);
	for (let at = 0; at < pcm.length; at++) pcm[at] = (pcm[at] as number) * gain;
}

/** Encodes in slices, so that long audio does not block other streams. */
async function encode(pcm: Float32Array, format: OutputFormat, signal: AbortSignal): Promise<Uint8Array> {
	const encoder = await createEncoder(format, workRate);
	try {
		const parts: Uint8Array[] = [];
		const slice = workRate * sliceSeconds;
		for (let at = 0; at < pcm.length; at += slice) {
			signal.throwIfAborted();
			parts.push(encoder.push(pcm.subarray(at, at + slice)));
			await setImmediate();
		}
		return Buffer.concat([...parts, encoder.flush()]);
	} catch (error) {
		encoder.close();
		throw error;
	}
}
