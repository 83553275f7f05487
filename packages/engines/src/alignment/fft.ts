/** The power spectrum of real frames of one length (a power of two): `size / 2 + 1` values, written over the last ones. */
export function createPowerSpectrum(size: number): (frame: Float32Array) => Float32Array {
	const re = new Float32Array(size);
	const im = new Float32Array(size);
	const power = new Float32Array(size / 2 + 1);
	const cos = new Float32Array(size / 2);
	const sin = new Float32Array(size / 2);
	for (let k = 0; k < size / 2; k++) {
		cos[k] = Math.cos((-2 * Math.PI * k) / size);
		sin[k] = Math.sin((-2 * Math.PI * k) / size);
	}
	const bits = Math.log2(size);
	const reversed = new Uint32Array(size);
	for (let k = 0; k < size; k++) {
		let value = 0;
		for (let bit = 0; bit < bits; bit++) if (k & (1 << bit)) value |= 1 << (bits - 1 - bit);
		reversed[k] = value;
	}
	return (frame) => {
		for (let k = 0; k < size; k++) {
			re[k] = frame[reversed[k] as number] as number;
			im[k] = 0;
		}
		for (let span = 1; span < size; span *= 2) {
			const stride = size / (2 * span);
			for (let start = 0; start < size; start += 2 * span) {
				for (let k = 0; k < span; k++) {
					const a = start + k;
					const b = a + span;
					const c = cos[k * stride] as number;
					const s = sin[k * stride] as number;
					const x = (re[b] as number) * c - (im[b] as number) * s;
					const y = (re[b] as number) * s + (im[b] as number) * c;
					re[b] = (re[a] as number) - x;
					im[b] = (im[a] as number) - y;
					re[a] = (re[a] as number) + x;
					im[a] = (im[a] as number) + y;
				}
			}
		}
		for (let k = 0; k <= size / 2; k++) power[k] = (re[k] as number) ** 2 + (im[k] as number) ** 2;
		return power;
	};
}
