// A look-ahead limiter that knows peaks between samples.
// Invariant: the gain of a sample is never above what its own peak allows, because it is a mean of minimums that all include it.

export type PeakLimiter = {
	push(pcm: Float32Array): Float32Array;
	/** The rest: as many samples in total as were pushed. */
	flush(): Float32Array;
	/** The largest reduction so far, in dB. */
	reductionDb(): number;
};

const lookaheadSeconds = 0.005;
const releaseSeconds = 0.08;
/** Four times oversampling, as ITU-R BS.1770 uses for true peaks. */
const phases = 4;
const side = 8;
const taps = side * 2;
/** No interpolated value exceeds the largest of its samples by more than this. */
const maxOvershoot = 2.5;

const filters: readonly Float32Array[] = Array.from({ length: phases - 1 }, (_, index) =>
	interpolationFilter((index + 1) / phases),
);

export function createPeakLimiter(sampleRate: number, ceiling: number): PeakLimiter {
	const window = Math.round(lookaheadSeconds * sampleRate);
	const release = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
	const delay = window - 1 + side;
	const suspect = ceiling / maxOvershoot;

	/** The last samples, twice: a window of them is always contiguous. */
	const recent = new Float32Array(taps * 2);
	let recentAt = 0;
	let quietFor = taps;
	const delayed = new Float32Array(delay + 1);
	let delayedAt = 0;
	/** Indexes and gains that can still become the minimum, gains rising. */
	const queueGain = new Float64Array(window + 1);
	const queueAt = new Float64Array(window + 1);
	let queueStart = 0;
	let queueLength = 0;
	const smoothed = new Float64Array(window).fill(1);
	let smoothedAt = 0;
	let sum = window;
	let released = 1;
	let lowest = 1;
	let received = 0;
	let previousPeak = 0;

	/** The peak around the sample `side` before the newest one, with what lies between it and both neighbors. */
	function peakAround(): number {
		const center = Math.abs(recent[recentAt + side - 1] as number);
		let between = 0;
		if (quietFor < taps) {
			for (const filter of filters) {
				let value = 0;
				for (let tap = 0; tap < taps; tap++) value += (recent[recentAt + tap] as number) * (filter[tap] as number);
				between = Math.max(between, Math.abs(value));
			}
		}
		const peak = Math.max(center, between, previousPeak);
		previousPeak = between;
		return peak;
	}

	function minimum(gain: number): number {
		const size = window + 1;
		while (queueLength > 0 && (queueGain[(queueStart + queueLength - 1) % size] as number) >= gain) queueLength--;
		const end = (queueStart + queueLength) % size;
		queueGain[end] = gain;
		queueAt[end] = received;
		queueLength++;
		if ((queueAt[queueStart] as number) <= received - window) {
			queueStart = (queueStart + 1) % size;
			queueLength--;
		}
		return queueGain[queueStart] as number;
	}

	function step(sample: number): number {
		recent[recentAt] = sample;
		recent[recentAt + taps] = sample;
		recentAt = (recentAt + 1) % taps;
		quietFor = Math.abs(sample) > suspect ? 0 : quietFor + 1;
		const peak = peakAround();
		const wanted = minimum(peak > ceiling ? ceiling / peak : 1);
		released = Math.min(wanted, released + (1 - released) * release);
		// Without this, the gain would approach 1 and never reach it.
		if (released > 0.999999) released = 1;
		sum += released - (smoothed[smoothedAt] as number);
		smoothed[smoothedAt] = released;
		smoothedAt = (smoothedAt + 1) % window;
		const gain = Math.min(1, sum / window);
		if (gain < lowest) lowest = gain;
		delayed[delayedAt] = sample;
		delayedAt = (delayedAt + 1) % delayed.length;
		received++;
		return (delayed[delayedAt] as number) * gain;
	}

	function run(pcm: Float32Array): Float32Array {
		const skip = Math.min(pcm.length, Math.max(0, delay - received));
		const output = new Float32Array(pcm.length - skip);
		for (let at = 0; at < skip; at++) step(pcm[at] as number);
		for (let at = skip; at < pcm.length; at++) output[at - skip] = step(pcm[at] as number);
		return output;
	}

	return {
		push: run,
		flush: () => run(new Float32Array(delay)),
		reductionDb: () => -20 * Math.log10(lowest),
	};
}

/** Windowed sinc that gives the value `share` of the way from the sample at `side - 1` to the next one. */
function interpolationFilter(share: number): Float32Array {
	const filter = Float32Array.from({ length: taps }, (_, tap) => {
		const distance = tap - (side - 1) - share;
		const sinc = Math.sin(Math.PI * distance) / (Math.PI * distance);
		return sinc * Math.cos((Math.PI * distance) / taps) ** 2;
	});
	const sum = filter.reduce((total, value) => total + value, 0);
	return filter.map((value) => value / sum);
}
