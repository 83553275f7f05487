import { setTimeout as sleep } from "node:timers/promises";
import { fakePitches, fakeSpeakers as speakers } from "../fake-speakers.ts";
import type { SpeechEngine, SynthesisInput } from "../speech.ts";

export type FakeOptions = {
	/** Hand out the sound as fast as it would be heard, in small pieces. */
	realtime?: boolean;
	/** Wait so long before the first sound of a segment. */
	delayMs?: number;
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

/** Deterministic sound for tests: a tone whose pitch is the speaker's and whose length is the text's. */
export function createFakeEngine(options: FakeOptions = {}): SpeechEngine {
	const sampleRate = options.sampleRate ?? 24_000;

	/** How many samples the text takes, and any part of them: hundreds of long texts may begin at once. */
	function begin({ text, speaker, speed }: SynthesisInput) {
		options.onSegment?.(text);
		if (options.failOn && text.includes(options.failOn))
			throw new Error(`the fake engine was told to fail on ${options.failOn}`);
		const length = Math.round((text.length / charactersPerSecond / speed) * sampleRate);
		const step = (2 * Math.PI * (fakePitches[speaker] ?? 330)) / sampleRate;
		const part = (from: number, to: number) => {
			const pcm = new Float32Array(Math.min(to, length) - from);
			for (let at = 0; at < pcm.length; at++) pcm[at] = 0.3 * Math.sin((from + at) * step);
			return pcm;
		};
		return { length, part };
	}

	async function* stream(input: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array> {
		const { length, part } = begin(input);
		if (options.delayMs) await sleep(options.delayMs, undefined, { signal });
		const size = sampleRate * chunkSeconds;
		const started = performance.now();
		for (let at = 0; at < length; at += size) {
			const wait = started + (at / sampleRate) * 1000 - performance.now();
			if (options.realtime && wait > 0) await sleep(wait, undefined, { signal });
			signal.throwIfAborted();
			yield part(at, at + size);
		}
	}

	return {
		info: {
			id: "fake",
			name: "Fake",
			version: "fake-1",
			sampleRate,
			languages: ["en-US"],
			speakers: speakers.length,
			tier: "fake",
			capabilities: { speed: true, seed: true, alignment: false },
		},
		parallel: options.parallel ?? 1000,
		speakers: () => speakers,
		async load() {},
		async synthesise(input, signal) {
			const { length, part } = begin(input);
			if (options.delayMs) await sleep(options.delayMs, undefined, { signal });
			return { pcm: part(0, length) };
		},
		stream,
		async close() {},
	};
}
