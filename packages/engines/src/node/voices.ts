import { setImmediate } from "node:timers/promises";
import { createEncoder } from "../media/encoder.ts";
import type { OutputFormat } from "../media/formats.ts";
import { decodeUpload } from "../media/upload.ts";
import { UploadError } from "../media/upload-errors.ts";
import { wordErrors } from "../transcription/word-error-rate.ts";
import { type Matched, type MatchProgress, matchVoice } from "../voices/match.ts";
import type { Measured } from "../voices/measure.ts";
import { createMeasurer } from "../voices/measure-apart.ts";
import { judgedSentences, triedSentence } from "../voices/sentences.ts";
import { meanVector } from "../voices/speaker.ts";
import { syllablesOf } from "../voices/syllables.ts";
import type { TakeListener } from "./check.ts";
import { SpeechBadRequestError } from "./errors.ts";
import { parseRequest } from "./parse-request.ts";
import { plainRequest } from "./plain-request.ts";
import type { SpeechVoice } from "./protocol.ts";
import type { Priority } from "./scheduler.ts";
import { type Speaking, speak } from "./speak.ts";

/** A voice says a text, is measured while at it, and the sound comes in the asked format. */
export type AuditionRequest = SpeechVoice & {
	text: string;
	format: OutputFormat;
	/** Louder or softer than every voice here. */
	gainDb?: number;
	priority: Priority;
};
export type Audition = Measured & {
	seconds: number;
	bytes: Uint8Array;
	/** Which part of the words was understood otherwise, where an ear for the language runs. */
	misheard?: number;
};

export type MatchRequest = {
	/** The engine whose speakers are mixed. */
	engine: string;
	/** How many mixes may be tried by ear; more is nearer and takes longer. */
	tries?: number;
};

export type VoiceWorks = ReturnType<typeof createVoiceWorks>;

const workFormat = "pcm_24000";
const workRate = 24_000;
const sliceSeconds = 0.2;
/** More tells nothing more of a voice, and an hour of silence would be listened to for nothing. */
const longestMeasured = 600;
/** What the ear was trained on. */
const longestHeard = 30;
const ceiling = 0.98;

/** Listening to voices: of a text that is spoken here, of recordings, and until a mix of speakers sounds like them. */
export function createVoiceWorks(speaking: Pick<Speaking, "registry" | "scheduler">, listener?: TakeListener) {
	const measurer = createMeasurer();

	/** Undefined where nobody can tell: another language, a long text, weights that are not there yet. */
	async function misheardPart(
		pcm: Float32Array,
		spoken: string,
		language: string,
		signal: AbortSignal,
	): Promise<number | undefined> {
		if (!listener?.supports(language) || pcm.length > longestHeard * workRate) return undefined;
		try {
			const input = { pcm, sampleRate: workRate, spoken, language, heardOnly: true };
			return wordErrors(spoken, (await listener.check(input, signal)).heard).rate;
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
		const request = parseRequest(plainRequest({ ...voice, text, format: workFormat, priority }), speaking.registry);
		const parts: Uint8Array[] = [];
		for await (const event of speak(request, speaking, signal)) if (event.type === "audio") parts.push(event.bytes);
		return fromBytes(Buffer.concat(parts));
	}

	async function audition(wanted: AuditionRequest, signal: AbortSignal): Promise<Audition> {
		const { text, format, gainDb = 0, priority, ...voice } = wanted;
		const pcm = await render(voice, text, priority, signal);
		const { traits, vector } = await measurer.measure(pcm, workRate);
		const misheard = await misheardPart(pcm, text, voice.language ?? "", signal);
		amplify(pcm, gainDb);
		// The words are known, so their syllables need not be guessed from the sound.
		const syllablesPerSecond = traits.speechSeconds > 0 ? syllablesOf(text) / traits.speechSeconds : 0;
		return {
			traits: { ...traits, syllablesPerSecond },
			vector,
			seconds: pcm.length / workRate,
			bytes: await encoded(pcm, format, signal),
			...(misheard === undefined ? {} : { misheard }),
		};
	}

	/** Throws SpeechBadRequestError for what is no recording. */
	async function measure(bytes: Uint8Array, signal: AbortSignal): Promise<Measured> {
		try {
			const { samples, sampleRate } = await decodeUpload(
				bytes,
				{},
				{ signal, maxSampleRate: workRate, maxSeconds: longestMeasured },
			);
			return await measurer.measure(samples, sampleRate);
		} catch (error) {
			if (error instanceof UploadError)
				throw new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
			throw error;
		}
	}

	async function match(
		samples: readonly Uint8Array[],
		{ engine, tries }: MatchRequest,
		signal: AbortSignal,
		onProgress: (progress: MatchProgress) => void,
	): Promise<Matched> {
		const heard: Measured[] = [];
		for (const sample of samples) heard.push(await measure(sample, signal));
		const target = together(heard);
		if (!target) throw new SpeechBadRequestError("there is no speech in the recordings");
		const listen = async (speaker: string, sentence: string) => {
			const pcm = await render({ engine, speaker, language: "en" }, sentence, "background", signal);
			return measurer.measure(pcm, workRate);
		};
		return matchVoice({
			target,
			engine,
			...(tries === undefined ? {} : { tries }),
			hear: (speaker) => listen(speaker, triedSentence),
			judge: (speaker) => listen(speaker, judgedSentences),
			onProgress,
		});
	}

	return { audition, measure, match, close: () => measurer.close() };
}

/** Several recordings of one voice as one, each counting by how much of it is speech. */
export function together(heard: readonly Measured[]): Measured | undefined {
	const spoken = heard.filter(({ vector, traits }) => vector.length > 0 && traits.pitchHz > 0);
	const [first] = spoken;
	if (!first) return undefined;
	const seconds = spoken.reduce((sum, { traits }) => sum + traits.speechSeconds, 0);
	const mean = (of: (measured: Measured) => number) =>
		spoken.reduce((sum, measured) => sum + (of(measured) * measured.traits.speechSeconds) / seconds, 0);
	return {
		vector: meanVector(spoken.map(({ vector, traits }) => ({ vector, weight: traits.speechSeconds }))),
		traits: {
			pitchHz: Math.exp(mean(({ traits }) => Math.log(traits.pitchHz))),
			pitchSpread: mean(({ traits }) => traits.pitchSpread),
			syllablesPerSecond: mean(({ traits }) => traits.syllablesPerSecond),
			brightnessHz: mean(({ traits }) => traits.brightnessHz),
			envelope: first.traits.envelope.map((_, band) => mean(({ traits }) => traits.envelope[band] ?? 0)),
			speechSeconds: seconds,
			seconds: spoken.reduce((sum, { traits }) => sum + traits.seconds, 0),
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
	const peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
	const gain = Math.min(10 ** (gainDb / 20), ceiling / peak);
	for (let at = 0; at < pcm.length; at++) pcm[at] = (pcm[at] as number) * gain;
}

/** In slices, so that one long sound holds up no stream of others. */
async function encoded(pcm: Float32Array, format: OutputFormat, signal: AbortSignal): Promise<Uint8Array> {
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
