import { setTimeout as sleep } from "node:timers/promises";
import { parseBlend, type Weights } from "../blend.ts";
import { fakePitches, fakeSpeakers as speakers } from "../fake-speakers.ts";
import { parsePronunciation } from "../phonemes/ipa.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";

export type FakeOptions = {
	/** Stream audio in small chunks at real-time speed. */
	realtime?: boolean;
	/** Delay before the first audio of a segment. */
	delayMs?: number;
	/** Awaited before the first audio of a segment. */
	hold?: () => Promise<unknown>;
	/** Fail segments whose text contains this. */
	failOn?: string;
	parallel?: number;
	/** Default 24,000. A load test may choose a rate that needs no resampling. */
	sampleRate?: number;
	/** Called with the text of every segment it starts. */
	onSegment?: (text: string) => void;
};

const charactersPerSecond = 15;
const chunkSeconds = 0.1;
const vibratoHz = 5;
const known: ReadonlySet<string> = new Set(speakers.map(({ id }) => id));
/** Blends have syllable-like loudness peaks and an overtone, so that pace and brightness can be measured too. */
const syllableHz = 4;
const overtones = 5;

/** Deterministic audio for tests: a tone whose pitch depends on the speaker and whose length depends on the text. */
export function createFakeEngine(options: FakeOptions = {}): SpeechEngine {
	const sampleRate = options.sampleRate ?? 24_000;

	/**
	 * Returns the number of samples and a function that renders any range of them, because hundreds of long texts may
	 * start at once.
	 */
	function begin({ text, speaker, speed, seed = 0, stability = 0.5, style = 0 }: SynthesisInput) {
		options.onSegment?.(text);
		if (options.failOn && text.includes(options.failOn))
			throw new Error(`the fake engine is configured to fail on ${options.failOn}`);
		const blend = parseBlend(speaker, known);
		const pace = speed * (blend?.pace ?? 1);
		const length = Math.round((text.length / charactersPerSecond / pace) * sampleRate);
		const pitch =
			(blend ? blendedPitch(blend.prosody) : (fakePitches[speaker] ?? 330)) *
			(1 + ((Math.abs(seed) % 101) / 100) * 0.02);
		const step = (2 * Math.PI * pitch) / sampleRate;
		const vibratoStep = (2 * Math.PI * vibratoHz) / sampleRate;
		// Lower stability makes the pitch waver more; at 0.5 it is constant.
		const depth = (0.5 - stability + style) * 4;
		// Drop words starting with "mumbl" in the first take, and with "garbl" in all, so that the take check has something to find.
		const dropped = Array.from(
			text.matchAll(seed ? /\bgarbl\w*/gi : /\b(?:mumbl|garbl)\w*/gi),
			({ 0: word, index }) => ({
				from: (length * index) / text.length,
				to: (length * (index + word.length)) / text.length,
			}),
		);
		const silent = (time: number) => dropped.some((gap) => time >= gap.from && time < gap.to);
		const part = (from: number, to: number) => {
			const pcm = new Float32Array(Math.min(to, length) - from);
			if (blend) {
				const overtone = blendedOvertone(blend.timbre);
				const syllableStep = (2 * Math.PI * syllableHz * pace) / sampleRate;
				for (let at = 0; at < pcm.length; at++) {
					const time = from + at;
					const phase = time * step + depth * Math.sin(time * vibratoStep);
					const loudness = 0.2 * (1.05 - Math.cos(time * syllableStep));
					pcm[at] = loudness * (Math.sin(phase) + overtone * Math.sin(overtones * phase)) * 0.7;
				}
			} else if (depth !== 0) {
				for (let at = 0; at < pcm.length; at++) {
					const time = from + at;
					pcm[at] = 0.3 * Math.sin(time * step + depth * Math.sin(time * vibratoStep));
				}
			} else {
				// Sine recurrence, because hundreds of concurrent streams must stay cheap.
				const coefficient = 2 * Math.cos(step);
				let before = 0.3 * Math.sin((from - 2) * step);
				let last = 0.3 * Math.sin((from - 1) * step);
				for (let at = 0; at < pcm.length; at++) {
					const sample = coefficient * last - before;
					before = last;
					last = sample;
					pcm[at] = sample;
				}
			}
			if (dropped.length > 0) for (let at = 0; at < pcm.length; at++) if (silent(from + at)) pcm[at] = 0;
			return pcm;
		};
		return { length, part };
	}

	async function waitToBegin(signal: AbortSignal | undefined): Promise<void> {
		if (options.delayMs) await sleep(options.delayMs, undefined, { signal });
		await options.hold?.();
	}

	async function* stream(input: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array> {
		const { length, part } = begin(input);
		await waitToBegin(signal);
		const size = sampleRate * chunkSeconds;
		const started = performance.now();
		for (let at = 0; at < length; at += size) {
			const wait = started + (at / sampleRate) * 1000 - performance.now();
			if (wait > 0) await sleep(wait, undefined, { signal });
			signal.throwIfAborted();
			yield part(at, at + size);
		}
	}

	return {
		info: {
			id: "fake",
			name: "Fake",
			version: "fake-3",
			sampleRate,
			languages: ["en-US"],
			speakers: speakers.length,
			tier: "fake",
			capabilities: {
				speed: true,
				seed: true,
				stability: true,
				style: true,
				similarity: false,
				speakerBoost: false,
				phonemes: true,
				alignment: true,
			},
		},
		parallel: options.parallel ?? 1000,
		blends: true,
		speakers: () => speakers,
		async load() {},
		async synthesize(input, signal) {
			const { length, part } = begin(input);
			await waitToBegin(signal);
			return { pcm: part(0, length), durations: durationsOf(input.text, length), unsupported: invalidOverrides(input) };
		},
		...(options.realtime ? { stream } : {}),
		async close() {},
	};
}

/** As in the real engine, prosody sets the pitch and timbre the spectrum. */
function blendedPitch(prosody: Weights): number {
	return Math.exp(
		Object.entries(prosody).reduce((sum, [id, weight]) => sum + weight * Math.log(fakePitches[id] ?? 330), 0),
	);
}

function blendedOvertone(timbre: Weights): number {
	const sum = Object.entries(timbre).reduce((total, [id, weight]) => total + weight * (fakePitches[id] ?? 330), 0);
	return Math.min(0.8, Math.max(0, (sum - 200) / 700));
}

/** Every character lasts equally long; the durations add up to the audio. */
function durationsOf(text: string, length: number): TokenDuration[] {
	const offset = (at: number) => Math.round((length * at) / Math.max(1, text.length));
	return Array.from(text.matchAll(/\S+|\s+/g), ({ 0: token, index: start }) => {
		const end = start + token.length;
		const samples = offset(end) - offset(start);
		return token.trim() === "" ? { token, samples } : { token, samples, start, end };
	});
}

/** Validates phonemes as the real engines do, although a tone does not pronounce them. */
function invalidOverrides({ overrides = [] }: SynthesisInput): Synthesis["unsupported"] {
	return overrides.flatMap((override) => {
		const words = parsePronunciation(override);
		return "reason" in words ? [{ start: override.start, end: override.end, reason: words.reason }] : [];
	});
}
