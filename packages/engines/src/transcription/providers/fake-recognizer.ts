import { setTimeout as sleep } from "node:timers/promises";
import { createLiveSession } from "../live/session.ts";
import type { Recognizer } from "../recognizer.ts";
import { roundTime as round, withCharacters } from "../timed-words.ts";
import type { TranscribeOptions, TranscriptSegment, TranscriptWord } from "../transcript.ts";

/** What every fake transcript says, as long as the audio lasts. */
export const fakePassage =
	"The morning train was late again, so we walked along the river and talked about the winter. " +
	"Nobody had expected so much snow in March, but the children loved it.";

/** What every translation says. */
export const fakeTranslation = "The train was late this morning, so we went along the river on foot.";

export type FakeRecognizerOptions = {
	/** Delay of every transcript. */
	delayMs?: number;
	/** Awaited before every transcript. */
	hold?: () => Promise<unknown>;
	/** Fails while this returns true. */
	fails?: () => boolean;
	onTranscribe?: (options: TranscribeOptions) => void;
};

const sampleRate = 16_000;
const frameSamples = 512;
const charactersPerSecond = 15;
/** Louder frames are speech. */
const speechLevel = 0.01;
/** Shorter pauses do not end a segment. */
const pauseSeconds = 0.3;

/**
 * A deterministic recognizer for tests. Whatever is not silent is speech: a segment per sound between two pauses, with
 * words of a fixed passage at the pace of the fake engine, and with a voice that depends only on the pitch. Keyterms
 * come first, so that tests can see them.
 */
export function createFakeRecognizer(options: FakeRecognizerOptions = {}): Recognizer {
	return {
		async transcribe(pcm, wanted, signal) {
			options.onTranscribe?.(wanted);
			if (options.delayMs) await sleep(options.delayMs, undefined, { signal });
			await options.hold?.();
			signal.throwIfAborted();
			if (options.fails?.()) throw new Error("the fake recognizer is configured to fail");
			const next = passage(wanted.keyterms, wanted.translate ? fakeTranslation : fakePassage);
			return {
				language: wanted.language ?? "en",
				probability: wanted.language ? 1 : 0.98,
				seconds: pcm.length / sampleRate,
				segments: soundsOf(pcm).map(({ start, end }) => toSegment(pcm, { start, end }, next, wanted)),
				events: [],
			};
		},
		listen: (wanted) =>
			createLiveSession(wanted, {
				activity: async (pcm) => framesOf(pcm),
				decode: async (pcm) => {
					const [first] = soundsOf(pcm);
					const last = soundsOf(pcm).at(-1);
					const words = first && last ? wordsBetween(first.start, last.end, passage(wanted.keyterms)) : [];
					return { language: wanted.language ?? "en", words };
				},
				close: () => {},
			}),
		async close() {},
	};
}

/** Whether each frame is speech: 1 or 0. */
function framesOf(pcm: Float32Array): number[] {
	return Array.from({ length: Math.floor(pcm.length / frameSamples) }, (_, frame) => {
		let energy = 0;
		for (const sample of pcm.subarray(frame * frameSamples, (frame + 1) * frameSamples)) energy += sample ** 2;
		return Math.sqrt(energy / frameSamples) > speechLevel ? 1 : 0;
	});
}

function soundsOf(pcm: Float32Array): { start: number; end: number }[] {
	const sounds: { start: number; end: number }[] = [];
	for (const [frame, active] of framesOf(pcm).entries()) {
		if (!active) continue;
		const start = (frame * frameSamples) / sampleRate;
		const end = ((frame + 1) * frameSamples) / sampleRate;
		const last = sounds.at(-1);
		if (last && start - last.end < pauseSeconds) last.end = end;
		else sounds.push({ start, end });
	}
	return sounds;
}

/** Returns the words of the passage, one by one, over and over. */
function passage(keyterms: readonly string[] = [], text = fakePassage): () => string {
	const words = [...keyterms, ...text.split(" ")];
	let at = 0;
	return () => {
		if (at === words.length) at = keyterms.length;
		return words[at++] as string;
	};
}

function wordsBetween(start: number, end: number, next: () => string): TranscriptWord[] {
	const words: TranscriptWord[] = [];
	for (let at = start; at < end - 0.05; ) {
		const text = next();
		const until = Math.min(end, at + text.length / charactersPerSecond);
		words.push({ text, start: round(at), end: round(until), logprob: -0.1 });
		at = until + 1 / charactersPerSecond;
	}
	return words;
}

function toSegment(
	pcm: Float32Array,
	{ start, end }: { start: number; end: number },
	next: () => string,
	{ characters, speakers }: TranscribeOptions,
): TranscriptSegment {
	const words = wordsBetween(start, end, next);
	const vector = voiceOf(pcm.subarray(start * sampleRate, end * sampleRate));
	const voices = !speakers || end - start < 1.2 ? [] : [{ start: round(start), end: round(end), vector }];
	return {
		start: round(start),
		end: round(end),
		text: words.map(({ text }) => text).join(" "),
		words: characters ? words.map(withCharacters) : words,
		voices,
	};
}

/** A direction of its own for every third of an octave. */
function voiceOf(pcm: Float32Array): number[] {
	let crossings = 0;
	for (let at = 1; at < pcm.length; at++) if ((pcm[at - 1] as number) < 0 && (pcm[at] as number) >= 0) crossings++;
	const pitch = Math.max(1, (crossings / Math.max(1, pcm.length)) * sampleRate);
	const band = Math.min(31, Math.max(0, Math.round(3 * Math.log2(pitch / 55))));
	return Array.from({ length: 32 }, (_, at) => (at === band ? 1 : 0));
}
