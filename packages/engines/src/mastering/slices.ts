import { setImmediate } from "node:timers/promises";

/** Mono samples in -1..1, in pieces of any length. */
export type Pcm = AsyncIterable<Float32Array>;
/** Opens the same samples from the start, as often as needed. */
export type OpenPcm = () => Pcm;

/** Short enough that encoding a slice does not hold up other requests. */
const sliceSamples = 12_000;

/** The same samples in short pieces. Other work of the process runs between two of them. */
export async function* inSlices(pcm: Pcm, signal?: AbortSignal): AsyncGenerator<Float32Array> {
	for await (const piece of pcm) {
		for (let at = 0; at < piece.length; at += sliceSamples) {
			signal?.throwIfAborted();
			yield piece.subarray(at, at + sliceSamples);
			await setImmediate();
		}
	}
}
