export type Peaks = { push(pcm: Float32Array): void; finish(): Uint8Array };

/**
 * Collects waveform peaks from streaming audio: the loudest sample of each bucket, 0..255 for 0..1. With `count` the
 * length need not be known: bucket sizes double as audio arrives, so memory stays constant.
 */
export function createPeaks(shape: { count: number } | { perSecond: number; sampleRate: number }): Peaks {
	return "count" in shape ? countedPeaks(shape.count) : steadyPeaks(shape.sampleRate / shape.perSecond);
}

function steadyPeaks(bucketSize: number): Peaks {
	if (!(bucketSize >= 1)) throw new RangeError("more peaks than samples");
	const peaks: number[] = [];
	let loudest = 0;
	let seen = 0;
	return {
		push(pcm) {
			for (let i = 0; i < pcm.length; i++) {
				loudest = Math.max(loudest, Math.abs(pcm[i] as number));
				seen++;
				if (seen >= (peaks.length + 1) * bucketSize) {
					peaks.push(quantize(loudest));
					loudest = 0;
				}
			}
		},
		finish() {
			const partial = seen > peaks.length * bucketSize ? [quantize(loudest)] : [];
			return Uint8Array.from([...peaks, ...partial]);
		},
	};
}

function countedPeaks(count: number): Peaks {
	// Two to four times as many buckets as requested, so that rounding to `count` at the end is not visible.
	const buckets = new Float32Array(count * 4);
	let bucketSize = 1;
	let used = 0;
	let inBucket = 0;
	return {
		push(pcm) {
			for (let at = 0; at < pcm.length; ) {
				if (inBucket === bucketSize) {
					used++;
					inBucket = 0;
				}
				if (used === buckets.length) {
					for (let k = 0; k < used / 2; k++) {
						buckets[k] = Math.max(buckets[k * 2] as number, buckets[k * 2 + 1] as number);
					}
					used /= 2;
					buckets.fill(0, used);
					bucketSize *= 2;
				}
				// Hot path: Math.max and Math.abs are ten times as slow.
				const end = Math.min(pcm.length, at + bucketSize - inBucket);
				let loudest = buckets[used] as number;
				inBucket += end - at;
				for (; at < end; at++) {
					const sample = pcm[at] as number;
					const size = sample < 0 ? -sample : sample;
					if (size > loudest) loudest = size;
				}
				buckets[used] = loudest;
			}
		},
		finish() {
			const filled = used + (inBucket > 0 ? 1 : 0);
			const peaks = new Uint8Array(count);
			for (let n = 0; n < count; n++) {
				const from = Math.floor((n * filled) / count);
				const to = Math.max(from + 1, Math.floor(((n + 1) * filled) / count));
				let loudest = 0;
				for (let k = from; k < Math.min(to, filled); k++) loudest = Math.max(loudest, buckets[k] as number);
				peaks[n] = quantize(loudest);
			}
			return peaks;
		},
	};
}

function quantize(peak: number): number {
	return Math.round(Math.min(1, peak) * 255);
}
