import { setTimeout as sleep } from "node:timers/promises";
import { parseBlend, type Weights } from "../blend.ts";
import { fakePitches, fakeSpeakers as speakers } from "../fake-speakers.ts";
import { readPronunciation } from "../phonemes/ipa.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";

export type FakeOptions = {
	/** Hand out the sound as fast as it would be heard, in small pieces. */
	realtime?: boolean;
	/** Wait so long before the first sound of a segment. */
	delayMs?: number;
	/** Wait for this before the first sound of a segment. */
	hold?: () => Promise<unknown>;
	/** A segment whose text contains this fails. */
	failOn?: string;
	parallel?: number;
	/** 24,000 unless told: a load test may want one that needs no resampling. */
	sampleRate?: number;
	/** Called with every text it begins to speak. */
	onSegment?: (text: string) => void;
};

const charactersPerSecond = 15;
const chunkSeconds = 0.1;
const waverHz = 5;
const known: ReadonlySet<string> = new Set(speakers.map(({ id }) => id));
/** A mix swells like syllables and has an overtone, so that its pace and its brightness can be measured too. */
const swellHz = 4;
const overtones = 5;

/** Deterministic sound for tests: a tone whose pitch is the speaker's and whose length is the text's. */
export function createFakeEngine(options: FakeOptions = {}): SpeechEngine {
	const sampleRate = options.sampleRate ?? 24_000;

	/** How many samples the text takes, and any part of them: hundreds of long texts may begin at once. */
	function begin({ text, speaker, speed, seed = 0, stability = 0.5, style = 0 }: SynthesisInput) {
		options.onSegment?.(text);
		if (options.failOn && text.includes(options.failOn))
			throw new Error(`the fake engine was told to fail on ${options.failOn}`);
		const mix = parseBlend(speaker, known);
		const pace = speed * (mix?.pace ?? 1);
		const length = Math.round((text.length / charactersPerSecond / pace) * sampleRate);
		const pitch =
			(mix ? mixedPitch(mix.manner) : (fakePitches[speaker] ?? 330)) * (1 + ((Math.abs(seed) % 101) / 100) * 0.02);
		const step = (2 * Math.PI * pitch) / sampleRate;
		const waver = (2 * Math.PI * waverHz) / sampleRate;
		// Livelier means that the pitch wanders more; at the middle it stands still.
		const depth = (0.5 - stability + style) * 4;
		// It swallows this word in its first take, so that there is something to be found by listening.
		const swallowed = seed
			? []
			: Array.from(text.matchAll(/\bmumbl\w*/gi), ({ 0: word, index }) => ({
					from: (length * index) / text.length,
					to: (length * (index + word.length)) / text.length,
				}));
		const silent = (time: number) => swallowed.some((gap) => time >= gap.from && time < gap.to);
		const part = (from: number, to: number) => {
			const pcm = new Float32Array(Math.min(to, length) - from);
			if (mix) {
				const overtone = mixedOvertone(mix.timbre);
				const swell = (2 * Math.PI * swellHz * pace) / sampleRate;
				for (let at = 0; at < pcm.length; at++) {
					const time = from + at;
					const phase = time * step + depth * Math.sin(time * waver);
					const loudness = 0.2 * (1.05 - Math.cos(time * swell));
					pcm[at] = loudness * (Math.sin(phase) + overtone * Math.sin(overtones * phase)) * 0.7;
				}
			} else if (depth !== 0) {
				for (let at = 0; at < pcm.length; at++) {
					const time = from + at;
					pcm[at] = 0.3 * Math.sin(time * step + depth * Math.sin(time * waver));
				}
			} else {
				// Each sample from the two before it: hundreds of streams at once should cost next to nothing.
				const turn = 2 * Math.cos(step);
				let before = 0.3 * Math.sin((from - 2) * step);
				let last = 0.3 * Math.sin((from - 1) * step);
				for (let at = 0; at < pcm.length; at++) {
					const sample = turn * last - before;
					before = last;
					last = sample;
					pcm[at] = sample;
				}
			}
			if (swallowed.length > 0) for (let at = 0; at < pcm.length; at++) if (silent(from + at)) pcm[at] = 0;
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
		async synthesise(input, signal) {
			const { length, part } = begin(input);
			await waitToBegin(signal);
			return { pcm: part(0, length), durations: durationsOf(input.text, length), unhonoured: unreadable(input) };
		},
		...(options.realtime ? { stream } : {}),
		async close() {},
	};
}

/** As with the real engine the manner decides the pitch, the timbre the spectrum. */
function mixedPitch(manner: Weights): number {
	return Math.exp(
		Object.entries(manner).reduce((sum, [id, weight]) => sum + weight * Math.log(fakePitches[id] ?? 330), 0),
	);
}

function mixedOvertone(timbre: Weights): number {
	const sum = Object.entries(timbre).reduce((total, [id, weight]) => total + weight * (fakePitches[id] ?? 330), 0);
	return Math.min(0.8, Math.max(0, (sum - 200) / 700));
}

/** Each character takes as long as any other; together exactly the sound. */
function durationsOf(text: string, length: number): TokenDuration[] {
	const place = (at: number) => Math.round((length * at) / Math.max(1, text.length));
	return Array.from(text.matchAll(/\S+|\s+/g), ({ 0: token, index: start }) => {
		const end = start + token.length;
		const samples = place(end) - place(start);
		return token.trim() === "" ? { token, samples } : { token, samples, start, end };
	});
}

/** It reads phonemes as the real engines do, though nothing of them is heard in a tone. */
function unreadable({ overrides = [] }: SynthesisInput): Synthesis["unhonoured"] {
	return overrides.flatMap((override) => {
		const said = readPronunciation(override);
		return "reason" in said ? [{ start: override.start, end: override.end, reason: said.reason }] : [];
	});
}
