import { createTransform, type Transform } from "../transform.ts";

/** How audio is cut into overlapping frames: 32 ms long, one every 16 ms. */
export type Framing = {
	sampleRate: number;
	size: number;
	hop: number;
	/** The square root of a Hann window, because it is applied before the FFT and after the inverse. */
	window: Float32Array;
	transform: Transform;
};

const frameSeconds = 0.032;

export function createFraming(sampleRate: number): Framing {
	const size = Math.round(sampleRate * frameSeconds);
	const window = Float32Array.from({ length: size }, (_, at) =>
		Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)),
	);
	return { sampleRate, size, hop: size / 2, window, transform: createTransform(size) };
}

/** The windowed frame that starts at a sample. Outside the audio there is silence. */
export function frameAt(pcm: Float32Array, at: number, { size, window }: Framing): Float32Array {
	const frame = new Float32Array(size);
	const from = Math.max(0, -at);
	const to = Math.min(size, pcm.length - at);
	for (let k = from; k < to; k++) frame[k] = (pcm[at + k] as number) * (window[k] as number);
	return frame;
}

/** Adds a frame that was changed to the audio, at the place where it came from. */
export function addFrame(pcm: Float32Array, at: number, frame: Float32Array, { size, window }: Framing): void {
	const from = Math.max(0, -at);
	const to = Math.min(size, pcm.length - at);
	for (let k = from; k < to; k++) pcm[at + k] = (pcm[at + k] as number) + (frame[k] as number) * (window[k] as number);
}
