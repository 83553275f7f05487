export type Spectrum = { re: Float32Array; im: Float32Array };

/** The spectrum of real frames of one length (a power of two), and the way back. What is given back is written over by the next call. */
export function createTransform(size: number): {
	forward(frame: Float32Array): Spectrum;
	back(spectrum: Spectrum): Float32Array;
} {
	const re = new Float32Array(size);
	const im = new Float32Array(size);
	const half = size / 2;
	const cos = Float32Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
	const sin = Float32Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size));
	const bits = Math.log2(size);
	const reversed = Uint32Array.from({ length: size }, (_, k) => {
		let value = 0;
		for (let bit = 0; bit < bits; bit++) if (k & (1 << bit)) value |= 1 << (bits - 1 - bit);
		return value;
	});

	/** In place, on what was put down in reversed order. `sign` -1 goes forward, 1 back. */
	function turn(sign: number): void {
		for (let span = 1; span < size; span *= 2) {
			const stride = size / (2 * span);
			for (let start = 0; start < size; start += 2 * span) {
				for (let k = 0; k < span; k++) {
					const a = start + k;
					const b = a + span;
					const c = cos[k * stride] as number;
					const s = sign * (sin[k * stride] as number);
					const x = (re[b] as number) * c - (im[b] as number) * s;
					const y = (re[b] as number) * s + (im[b] as number) * c;
					re[b] = (re[a] as number) - x;
					im[b] = (im[a] as number) - y;
					re[a] = (re[a] as number) + x;
					im[a] = (im[a] as number) + y;
				}
			}
		}
	}

	return {
		forward(frame) {
			for (let k = 0; k < size; k++) {
				re[k] = frame[reversed[k] as number] as number;
				im[k] = 0;
			}
			turn(-1);
			return { re: re.slice(0, half + 1), im: im.slice(0, half + 1) };
		},
		back(spectrum) {
			for (let k = 0; k < size; k++) {
				const from = reversed[k] as number;
				// The upper half of the spectrum of a real sound mirrors the lower.
				const bin = from <= half ? from : size - from;
				re[k] = spectrum.re[bin] as number;
				im[k] = (from <= half ? 1 : -1) * (spectrum.im[bin] as number);
			}
			turn(1);
			return re.map((value) => value / size);
		},
	};
}
