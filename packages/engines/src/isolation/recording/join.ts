/**
 * Joins isolated chunks. Each is followed by the start of the next one, isolated with its own context, and fades into it:
 * two chunks were processed with a different past, so they differ by a little.
 */
export function createJoiner(channels: number) {
	let tail: Float32Array = new Float32Array(0);
	return {
		/** `frames` is the length of the chunk without what follows it. */
		push(samples: Float32Array, frames: number): Float32Array {
			const length = frames * channels;
			const joined = samples.slice(0, length);
			const overlap = Math.min(tail.length, length) / channels;
			for (let frame = 0; frame < overlap; frame++) {
				const share = (frame + 0.5) / overlap;
				for (let channel = 0; channel < channels; channel++) {
					const at = frame * channels + channel;
					joined[at] = share * (joined[at] as number) + (1 - share) * (tail[at] as number);
				}
			}
			tail = samples.slice(length);
			return joined;
		},
	};
}
