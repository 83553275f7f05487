export type Resampler = { push(pcm: Float32Array): Float32Array; flush(): Float32Array };

// 24 zero crossings per side and a Kaiser window with beta 8: flat up to about 80% of the lower Nyquist frequency,
// images at about -80 dB, well under 1% of real time.
const zeroCrossings = 24;
const kaiserBeta = 8;
const rolloff = 0.91;

type Filter = { up: number; down: number; half: number; phases: Float32Array };
const filters = new Map<string, Filter>();

/**
 * Streaming polyphase windowed-sinc resampler without delay: output sample n is at input time n·from/to. The output
 * does not depend on how the input is split into pushes.
 */
export function createResampler(from: number, to: number): Resampler {
	if (from === to) return { push: (pcm) => pcm, flush: () => new Float32Array(0) };
	const { up, down, half, phases } = filterFor(from, to);
	const taps = half * 2;
	let pending = new Float32Array(taps * 4);
	let held = half - 1; // silence before the first sample, so that output 0 is centered on input 0
	let position = 0; // of the first tap in `pending`
	let phase = 0;
	let received = 0;
	let sent = 0;

	function take(pcm: Float32Array, limit: number): Float32Array {
		if (held + pcm.length > pending.length) {
			const larger = new Float32Array(Math.max(pending.length * 2, held + pcm.length));
			larger.set(pending.subarray(0, held));
			pending = larger;
		}
		pending.set(pcm, held);
		held += pcm.length;

		const spare = held - taps - position;
		const possible = spare < 0 ? 0 : Math.floor(((spare + 1) * up - 1 - phase) / down) + 1;
		const output = new Float32Array(Math.max(0, Math.min(possible, limit)));
		for (let n = 0; n < output.length; n++) {
			const row = phase * taps;
			// Four independent sums: with one, each addition would wait for the previous one.
			let a = 0;
			let b = 0;
			let c = 0;
			let d = 0;
			for (let k = 0; k < taps; k += 4) {
				const from = position + k;
				const tap = row + k;
				a += (pending[from] as number) * (phases[tap] as number);
				b += (pending[from + 1] as number) * (phases[tap + 1] as number);
				c += (pending[from + 2] as number) * (phases[tap + 2] as number);
				d += (pending[from + 3] as number) * (phases[tap + 3] as number);
			}
			output[n] = a + b + (c + d);
			phase += down;
			const step = Math.floor(phase / up);
			position += step;
			phase -= step * up;
		}
		const drop = Math.min(position, held);
		pending.copyWithin(0, drop, held);
		held -= drop;
		position -= drop;
		sent += output.length;
		return output;
	}

	return {
		push(pcm) {
			received += pcm.length;
			return take(pcm, Number.POSITIVE_INFINITY);
		},
		flush: () => take(new Float32Array(taps), Math.ceil((received * up) / down) - sent),
	};
}

export function resample(pcm: Float32Array, from: number, to: number): Float32Array {
	if (from === to) return pcm;
	const resampler = createResampler(from, to);
	const head = resampler.push(pcm);
	const tail = resampler.flush();
	const output = new Float32Array(head.length + tail.length);
	output.set(head);
	output.set(tail, head.length);
	return output;
}

function filterFor(from: number, to: number): Filter {
	const key = `${from}:${to}`;
	const known = filters.get(key);
	if (known) return known;
	const divisor = greatestCommonDivisor(from, to);
	const up = to / divisor;
	const down = from / divisor;
	const cutoff = rolloff * Math.min(1, up / down);
	const half = 2 * Math.ceil((zeroCrossings / 2) * Math.max(1, down / up));
	const taps = half * 2;
	const phases = new Float32Array(up * taps);
	const row = new Float64Array(taps);
	for (let phase = 0; phase < up; phase++) {
		let sum = 0;
		for (let k = 0; k < taps; k++) {
			const distance = k - (half - 1) - phase / up;
			const value = cutoff * sinc(cutoff * distance) * kaiser(distance / half);
			row[k] = value;
			sum += value;
		}
		// Normalize each phase to unit gain; otherwise small differences between phases are audible as a tone.
		for (let k = 0; k < taps; k++) phases[phase * taps + k] = (row[k] as number) / sum;
	}
	const filter = { up, down, half, phases };
	filters.set(key, filter);
	return filter;
}

function sinc(x: number): number {
	return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
	return Math.abs(x) >= 1 ? 0 : bessel0(kaiserBeta * Math.sqrt(1 - x * x)) / bessel0(kaiserBeta);
}

function bessel0(x: number): number {
	let sum = 1;
	let term = 1;
	for (let k = 1; term > sum * 1e-12; k++) {
		term *= (x / (2 * k)) ** 2;
		sum += term;
	}
	return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
