export type Chunk = { start: number; seconds: number; samples: Float32Array };
export type ChunkOptions = {
	sampleRate: number;
	/** Interleaved in the samples. */
	channels: number;
	/** A chunk is cut at its quietest point after `minSeconds`, and never longer than `maxSeconds`. */
	minSeconds: number;
	maxSeconds: number;
};

const frameSeconds = 0.02;
/** A single quiet frame may be inside a word; a pause is quiet for this long. */
const pauseFrames = 10;

/** Cuts audio that arrives in pieces into chunks, at pauses where there are any. Holds one chunk in memory. */
export function createChunker({ sampleRate, channels, minSeconds, maxSeconds }: ChunkOptions) {
	const samplesOf = (seconds: number) => Math.round(seconds * sampleRate) * channels;
	const buffer = new Float32Array(samplesOf(maxSeconds));
	let filled = 0;
	let start = 0;
	const take = (length: number): Chunk => {
		const seconds = length / channels / sampleRate;
		const chunk = { start, seconds, samples: buffer.slice(0, length) };
		buffer.copyWithin(0, length, filled);
		filled -= length;
		start += seconds;
		return chunk;
	};
	return {
		*push(piece: Float32Array): Generator<Chunk> {
			for (let at = 0; at < piece.length; ) {
				const part = piece.subarray(at, at + buffer.length - filled);
				buffer.set(part, filled);
				filled += part.length;
				at += part.length;
				if (filled === buffer.length)
					yield take(quietestPoint(buffer, samplesOf(minSeconds), samplesOf(frameSeconds), channels));
			}
		},
		*finish(): Generator<Chunk> {
			// A last moment that is no whole frame of all channels is dropped.
			const length = filled - (filled % channels);
			if (length > 0) yield take(length);
		},
	};
}

/** Where the quietest pause after `from` is, in samples of all channels. */
function quietestPoint(samples: Float32Array, from: number, frame: number, channels: number): number {
	const energies: number[] = [];
	for (let at = from; at + frame <= samples.length; at += frame) {
		let energy = 0;
		for (let sample = at; sample < at + frame; sample++) energy += (samples[sample] as number) ** 2;
		energies.push(energy);
	}
	let quietest = Math.max(0, energies.length - 1);
	let lowest = Number.POSITIVE_INFINITY;
	let sum = 0;
	for (const [index, energy] of energies.entries()) {
		sum += energy - (energies[index - pauseFrames] ?? 0);
		if (index < pauseFrames - 1 || sum > lowest) continue;
		lowest = sum;
		quietest = index - pauseFrames / 2;
	}
	const point = from + Math.round(quietest) * frame;
	return Math.max(channels, point - (point % channels));
}
