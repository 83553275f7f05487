/** Returns a pseudorandom generator of numbers in -1..1; the same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
	let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bf03635) >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
	};
}
