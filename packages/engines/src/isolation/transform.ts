export type Spectrum = { re: Float32Array; im: Float32Array };

export type Transform = {
	forward(frame: Float32Array): Spectrum;
	inverse(spectrum: Spectrum): Float32Array;
};

/** FFT and inverse FFT for real frames of one size: a power of two, or three times one. */
export function createTransform(size: number): Transform {
	return size % 3 === 0 ? createTripleTransform(size) : createPowerTransform(size);
}

/** Three transforms of every third sample. The frames of 1,536 samples at 48 kHz have the bins of 512 at 16 kHz. */
function createTripleTransform(size: number): Transform {
	const third = size / 3;
	const half = size / 2;
	const transform = createPowerTransform(third);
	const part = new Float32Array(third);
	const cos = Float32Array.from({ length: size }, (_, k) => Math.cos((2 * Math.PI * k) / size));
	const sin = Float32Array.from({ length: size }, (_, k) => Math.sin((2 * Math.PI * k) / size));
	return {
		forward(frame) {
			const re = new Float32Array(half + 1);
			const im = new Float32Array(half + 1);
			for (let offset = 0; offset < 3; offset++) {
				for (let k = 0; k < third; k++) part[k] = frame[3 * k + offset] as number;
				const spectrum = transform.forward(part);
				for (let k = 0; k <= half; k++) {
					const at = k % third;
					const mirrored = at > third / 2;
					const from = mirrored ? third - at : at;
					const a = spectrum.re[from] as number;
					const b = (mirrored ? -1 : 1) * (spectrum.im[from] as number);
					const turn = (k * offset) % size;
					const [c, s] = [cos[turn] as number, sin[turn] as number];
					re[k] = (re[k] as number) + a * c + b * s;
					im[k] = (im[k] as number) + b * c - a * s;
				}
			}
			return { re, im };
		},
		inverse(spectrum) {
			const frame = new Float32Array(size);
			const folded = { re: new Float32Array(third / 2 + 1), im: new Float32Array(third / 2 + 1) };
			for (let offset = 0; offset < 3; offset++) {
				for (let k = 0; k <= third / 2; k++) {
					let [re, im] = [0, 0];
					for (let at = k; at < size; at += third) {
						const mirrored = at > half;
						const from = mirrored ? size - at : at;
						const a = spectrum.re[from] as number;
						const b = (mirrored ? -1 : 1) * (spectrum.im[from] as number);
						const turn = (at * offset) % size;
						const [c, s] = [cos[turn] as number, sin[turn] as number];
						re += a * c - b * s;
						im += b * c + a * s;
					}
					folded.re[k] = re / 3;
					folded.im[k] = im / 3;
				}
				const samples = transform.inverse(folded);
				for (let k = 0; k < third; k++) frame[3 * k + offset] = samples[k] as number;
			}
			return frame;
		},
	};
}

function createPowerTransform(size: number): Transform {
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

	/** In-place butterflies on input in bit-reversed order. `sign` is -1 for the forward transform, 1 for the inverse. */
	function butterflies(sign: number): void {
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
			butterflies(-1);
			return { re: re.slice(0, half + 1), im: im.slice(0, half + 1) };
		},
		inverse(spectrum) {
			for (let k = 0; k < size; k++) {
				const from = reversed[k] as number;
				// The upper half of a real signal's spectrum is the complex conjugate of the lower.
				const bin = from <= half ? from : size - from;
				re[k] = spectrum.re[bin] as number;
				im[k] = (from <= half ? 1 : -1) * (spectrum.im[bin] as number);
			}
			butterflies(1);
			return re.map((value) => value / size);
		},
	};
}
