import type { IsolationEngine } from "../isolator.ts";
import { addFrame, createFraming, frameAt } from "./frames.ts";
import { type ChunkLevels, measureLevels } from "./levels.ts";
import type { MaskEstimator } from "./masks.ts";

/** A part of a recording, with what surrounds it: the engines need a moment to get used to a noise. */
export type IsolationChunk = {
	sampleRate: 16_000 | 48_000;
	channels: 1 | 2;
	/** Samples of each channel at the start and the end that are context and not returned. */
	before: number;
	after: number;
	/** Defaults to the best that is installed. */
	engine?: IsolationEngine;
};
export type IsolatedChunk = { engine: IsolationEngine; levels: ChunkLevels };

/**
 * Removes everything but speech. The samples of the channels are interleaved. All channels change by the same amount, so
 * that nothing moves from one side to the other.
 */
export async function isolateChunk(
	samples: Float32Array,
	{ sampleRate, channels, before, after }: IsolationChunk,
	estimator: MaskEstimator,
	signal: { throwIfAborted(): void },
): Promise<IsolatedChunk & { samples: Float32Array }> {
	const framing = createFraming(sampleRate);
	const { hop, transform } = framing;
	const inputs = split(samples, channels);
	const mono = mix(inputs);
	const outputs = inputs.map(({ length }) => new Float32Array(length));
	const stream = await estimator.open(mono, framing);
	for (let at = -hop; at < mono.length; at += hop) {
		signal.throwIfAborted();
		const spectrum = transform.forward(frameAt(mono, at, framing));
		const mask = await stream.maskOf(spectrum, at);
		for (const [channel, input] of inputs.entries()) {
			const own = channels === 1 ? spectrum : transform.forward(frameAt(input, at, framing));
			const { re, im } = own;
			for (let bin = 0; bin < re.length; bin++) {
				const [a, b] = [re[bin] as number, im[bin] as number];
				const [c, d] = [mask.re[bin] as number, mask.im[bin] as number];
				re[bin] = a * c - b * d;
				im[bin] = a * d + b * c;
			}
			addFrame(outputs[channel] as Float32Array, at, transform.inverse(own), framing);
		}
	}
	const kept = (pcm: Float32Array) => pcm.subarray(before, Math.max(before, pcm.length - after));
	return {
		engine: estimator.engine,
		levels: measureLevels(kept(mono), kept(mix(outputs)), sampleRate),
		samples: interleave(outputs.map(kept)),
	};
}

function split(samples: Float32Array, channels: number): Float32Array[] {
	if (channels === 1) return [samples];
	const length = Math.floor(samples.length / channels);
	return Array.from({ length: channels }, (_, channel) =>
		Float32Array.from({ length }, (_sample, at) => samples[at * channels + channel] as number),
	);
}

function mix(channels: readonly Float32Array[]): Float32Array {
	const [first] = channels;
	if (!first || channels.length === 1) return first ?? new Float32Array(0);
	return first.map((_, at) => channels.reduce((sum, pcm) => sum + (pcm[at] as number), 0) / channels.length);
}

function interleave(channels: readonly Float32Array[]): Float32Array {
	const [first] = channels;
	if (!first || channels.length === 1) return first?.slice() ?? new Float32Array(0);
	const joined = new Float32Array(first.length * channels.length);
	for (const [channel, pcm] of channels.entries())
		for (let at = 0; at < pcm.length; at++) joined[at * channels.length + channel] = pcm[at] as number;
	return joined;
}
