// Voice conversion on a speech node (conversion/conversion.ts).
import type { Converted, ConvertRequest, ReshapeRequest, RevoiceRequest } from "../../conversion/conversion.ts";
import { createConverter } from "../../conversion/in-worker.ts";
import { type Phrase, phrasesOf } from "../../conversion/phrases.ts";
import { SpeechBadRequestError } from "../../errors.ts";
import { findSpeech } from "../../isolation/silence.ts";
import { littleEndianBytes, writeInt16 } from "../../media/bytes.ts";
import { evaluationSentences } from "../../voices/sentences.ts";
import { type SpeakContext, speak } from "../speak.ts";
import { parseRequest } from "../wire/parse-request.ts";
import { plainRequest } from "../wire/plain-request.ts";

export type VoiceConverter = ReturnType<typeof createVoiceConverter>;

const revoicedFormat = "pcm_24000";
const revoicedRate = 24_000;
/** A voice that speaks a phrase this much faster or slower still sounds natural; the rest is stretched. */
const speedLimits = [0.85, 1.2] as const;
const maxSeconds = 60;
const rates = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** A voice conversion model that the operator has installed. */
export type InstalledModel = { dir: string; threads: number };

export function createVoiceConverter(
	context: Pick<SpeakContext, "registry" | "scheduler"> & { conversionModel?: InstalledModel },
) {
	const converter = createConverter();

	async function synthesize(
		{ voice, seed }: Pick<RevoiceRequest, "voice" | "seed">,
		{ text }: Pick<Phrase, "text">,
		speed: number,
		signal: AbortSignal,
	): Promise<Float32Array> {
		const request = plainRequest({ ...voice, speed, text, format: revoicedFormat, priority: "background" });
		const units = request.units.map((unit) => ({ ...unit, ...(seed === undefined ? {} : { seed }) }));
		const parts: Uint8Array[] = [];
		for await (const event of speak(parseRequest({ ...request, units }, context.registry), context, signal))
			if (event.type === "audio") parts.push(event.bytes);
		return trimSilence(fromPcm(Buffer.concat(parts)));
	}

	return {
		/** Speaks the words of a recording again with another voice, in the same rhythm. */
		async revoice(request: RevoiceRequest, recording: Uint8Array, signal: AbortSignal): Promise<Converted> {
			const { sampleRate } = request;
			const pcm = recordingOf(recording, sampleRate);
			const phrases = phrasesOf(request.words, findSpeech(pcm, sampleRate));
			const wanted = request.voice.speed ?? 1;
			const spoken: (Phrase & { pcm: Float32Array })[] = [];
			// The pace of the speaker so far, relative to the voice's own: the next phrase needs less stretching.
			let [available, natural] = [0, 0];
			for (const phrase of phrases) {
				const pace = natural > 0 ? Math.min(speedLimits[1], Math.max(speedLimits[0], natural / available)) : 1;
				const speed = wanted * pace;
				const audio = await synthesize(request, phrase, speed, signal);
				spoken.push({ ...phrase, pcm: audio });
				available += phrase.end - phrase.start;
				natural += (audio.length / revoicedRate) * pace;
			}
			const fitted = await converter.run(
				{ kind: "fit", phrases: spoken, recording: { pcm, sampleRate }, sampleRate: revoicedRate },
				signal,
			);
			return { sampleRate: revoicedRate, pcm: toPcm(fitted) };
		},
		/** Moves pitch and formants of a recording. */
		async reshape(
			{ sampleRate, ...reshaping }: ReshapeRequest,
			recording: Uint8Array,
			signal: AbortSignal,
		): Promise<Converted> {
			for (const factor of [reshaping.pitch, reshaping.formant])
				if (!(factor >= 0.25 && factor <= 4)) throw new SpeechBadRequestError("a factor must be between 0.25 and 4");
			const pcm = recordingOf(recording, sampleRate);
			const reshaped = await converter.run({ kind: "reshape", pcm, sampleRate, reshaping }, signal);
			return { sampleRate, pcm: toPcm(reshaped) };
		},
		/** Converts with the installed model. */
		async convert(
			{ sampleRate, voice }: ConvertRequest,
			recording: Uint8Array,
			signal: AbortSignal,
		): Promise<Converted> {
			const { conversionModel: model } = context;
			if (!model) throw new SpeechBadRequestError("no voice conversion model is installed on this server");
			const pcm = recordingOf(recording, sampleRate);
			const reference = await synthesize({ voice }, { text: evaluationSentences }, 1, signal);
			const converted = await converter.run(
				{
					kind: "convert",
					model,
					recording: { pcm, sampleRate },
					reference: { pcm: reference, sampleRate: revoicedRate },
				},
				signal,
			);
			return { sampleRate, pcm: toPcm(converted) };
		},
		close: converter.close,
	};
}

function recordingOf(bytes: Uint8Array, sampleRate: number): Float32Array {
	if (!rates.includes(sampleRate)) throw new SpeechBadRequestError(`unsupported sample rate ${sampleRate}`);
	if (bytes.length / 2 / sampleRate > maxSeconds)
		throw new SpeechBadRequestError(`the recording is longer than ${maxSeconds} seconds`);
	return fromPcm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function fromPcm(bytes: Buffer): Float32Array {
	const pcm = new Float32Array(bytes.length >> 1);
	for (let at = 0; at < pcm.length; at++) pcm[at] = bytes.readInt16LE(at * 2) / 32_767;
	return pcm;
}

function toPcm(samples: Float32Array): Uint8Array {
	const pcm = new Int16Array(samples.length);
	writeInt16(samples, pcm);
	return littleEndianBytes(pcm);
}

/** The node adds a pause after each sentence. Pauses come from the recording. */
function trimSilence(pcm: Float32Array): Float32Array {
	const loud = (sample: number) => Math.abs(sample) > 0.003;
	const from = pcm.findIndex(loud);
	if (from < 0) return new Float32Array(0);
	return pcm.slice(from, pcm.findLastIndex(loud) + 1);
}
