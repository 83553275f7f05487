export type Peaks = { push(pcm: Float32Array): void; finish(): Uint8Array };

/**
 * Waveform peaks for drawing, collected while sound passes by: the loudest sample of each stretch, 0..255 for 0..1.
 * With `count` the length need not be known: stretches double as the sound grows, and the memory stays the same.
 */
export function createPeaks(shape: { count: number } | { perSecond: number; sampleRate: number }): Peaks {
	return "count" in shape ? countedPeaks(shape.count) : steadyPeaks(shape.sampleRate / shape.perSecond);
}

function steadyPeaks(stretch: number): Peaks {
	if (!(stretch >= 1)) throw new RangeError("more peaks than samples");
	const peaks: number[] = [];
	let loudest = 0;
	let seen = 0;
	return {
		push(pcm) {
			for (let i = 0; i < pcm.length; i++) {
				loudest = Math.max(loudest, Math.abs(pcm[i] as number));
				seen++;
				if (seen >= (peaks.length + 1) * stretch) {
					peaks.push(quantise(loudest));
					loudest = 0;
				}
			}
		},
		finish() {
			const partial = seen > peaks.length * stretch ? [quantise(loudest)] : [];
			return Uint8Array.from([...peaks, ...partial]);
		},
	};
}

function countedPeaks(count: number): Peaks {
	// Twice to four times as many stretches as asked for, so that the last rounding to `count` is not seen.
	const buckets = new Float32Array(count * 4);
	let stretch = 1;
	let used = 0;
	let inBucket = 0;
	return {
		push(pcm) {
			for (let at = 0; at < pcm.length; ) {
				if (inBucket === stretch) {
					used++;
					inBucket = 0;
				}
				if (used === buckets.length) {
					for (let k = 0; k < used / 2; k++) {
						buckets[k] = Math.max(buckets[k * 2] as number, buckets[k * 2 + 1] as number);
					}
					used /= 2;
					buckets.fill(0, used);
					stretch *= 2;
				}
				// Up to the end of the stretch or of the piece, by comparison alone: every sample that is ever spoken comes by here, and
				// Math.max and Math.abs take ten times as long.
				const end = Math.min(pcm.length, at + stretch - inBucket);
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
				peaks[n] = quantise(loudest);
			}
			return peaks;
		},
	};
}

function quantise(peak: number): number {
	return Math.round(Math.min(1, peak) * 255);
}
