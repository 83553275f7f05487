/**
 * Returns a function that computes the power spectrum of real frames of `size` samples (a power of two): `size / 2 + 1`
 * values in a buffer that is reused. A real frame is transformed as a complex frame of half its length (even samples
 * real, odd samples imaginary).
 */
export function createPowerSpectrum(size: number): (frame: Float32Array) => Float32Array {
	const half = size / 2;
	// Doubles, because every access to a single-precision value would be converted.
	const re = new Float64Array(half);
	const im = new Float64Array(half);
	const cos = Float64Array.from({ length: half }, (_, k) => Math.cos((-2 * Math.PI * k) / size));
	const sin = Float64Array.from({ length: half }, (_, k) => Math.sin((-2 * Math.PI * k) / size));
	const reversed = bitReversed(half);
	const power = new Float32Array(half + 1);
	return (frame) => {
		for (let k = 0; k < half; k++) {
			const from = 2 * (reversed[k] as number);
			re[k] = frame[from] as number;
			im[k] = frame[from + 1] as number;
		}
		transform(re, im, cos, sin);
		const sum = re[0] as number;
		const alternating = im[0] as number;
		power[0] = (sum + alternating) ** 2;
		power[half] = (sum - alternating) ** 2;
		for (let k = 1; k < half; k++) {
			const mirrored = half - k;
			const evenRe = ((re[k] as number) + (re[mirrored] as number)) / 2;
			const evenIm = ((im[k] as number) - (im[mirrored] as number)) / 2;
			const oddRe = ((im[k] as number) + (im[mirrored] as number)) / 2;
			const oddIm = ((re[mirrored] as number) - (re[k] as number)) / 2;
			const c = cos[k] as number;
			const s = sin[k] as number;
			power[k] = (evenRe + oddRe * c - oddIm * s) ** 2 + (evenIm + oddRe * s + oddIm * c) ** 2;
		}
		return power;
	};
}

/**
 * In-place transform of values in bit-reversed order. The twiddle factors are those of a transform twice as long.
 * Does two rounds of butterflies at a time, which halves the memory traffic.
 */
function transform(re: Float64Array, im: Float64Array, cos: Float64Array, sin: Float64Array): void {
	const size = re.length;
	let span = 1;
	if (Math.log2(size) % 2 === 1) {
		addPairs(re, im);
		span = 2;
	}
	for (; span < size; span *= 4) {
		const stride = size / (2 * span);
		for (let k = 0; k < span; k++) {
			const c1 = cos[2 * k * stride] as number;
			const s1 = sin[2 * k * stride] as number;
			const c2 = cos[k * stride] as number;
			const s2 = sin[k * stride] as number;
			for (let a = k; a < size; a += 4 * span) {
				const b = a + span;
				const c = b + span;
				const d = c + span;
				const bRe = (re[b] as number) * c1 - (im[b] as number) * s1;
				const bIm = (re[b] as number) * s1 + (im[b] as number) * c1;
				const dRe = (re[d] as number) * c1 - (im[d] as number) * s1;
				const dIm = (re[d] as number) * s1 + (im[d] as number) * c1;
				const lowRe = (re[a] as number) + bRe;
				const lowIm = (im[a] as number) + bIm;
				const lowerRe = (re[a] as number) - bRe;
				const lowerIm = (im[a] as number) - bIm;
				const sumRe = (re[c] as number) + dRe;
				const sumIm = (im[c] as number) + dIm;
				const differenceRe = (re[c] as number) - dRe;
				const differenceIm = (im[c] as number) - dIm;
				const highRe = sumRe * c2 - sumIm * s2;
				const highIm = sumRe * s2 + sumIm * c2;
				// Rotated by a quarter turn, which swaps the real and imaginary parts.
				const higherRe = differenceRe * s2 + differenceIm * c2;
				const higherIm = differenceIm * s2 - differenceRe * c2;
				re[a] = lowRe + highRe;
				im[a] = lowIm + highIm;
				re[c] = lowRe - highRe;
				im[c] = lowIm - highIm;
				re[b] = lowerRe + higherRe;
				im[b] = lowerIm + higherIm;
				re[d] = lowerRe - higherRe;
				im[d] = lowerIm - higherIm;
			}
		}
	}
}

function addPairs(re: Float64Array, im: Float64Array): void {
	for (let a = 0; a < re.length; a += 2) {
		const secondRe = re[a + 1] as number;
		const secondIm = im[a + 1] as number;
		re[a + 1] = (re[a] as number) - secondRe;
		im[a + 1] = (im[a] as number) - secondIm;
		re[a] = (re[a] as number) + secondRe;
		im[a] = (im[a] as number) + secondIm;
	}
}

function bitReversed(size: number): Uint32Array {
	const bits = Math.log2(size);
	return Uint32Array.from({ length: size }, (_, k) => {
		let value = 0;
		for (let bit = 0; bit < bits; bit++) if (k & (1 << bit)) value |= 1 << (bits - 1 - bit);
		return value;
	});
}
