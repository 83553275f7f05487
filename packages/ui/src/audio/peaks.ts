export const peaksPerSecond = 50;

/** Decodes one self-contained segment of encoded audio. */
export type Decode = (bytes: ArrayBuffer) => Promise<{ samples: Float32Array; sampleRate: number }>;

export type PeakReader = {
	/** Calls `onPeaks` with all peaks so far whenever there are new ones. */
	push: (chunk: Uint8Array<ArrayBuffer>, onPeaks: (peaks: readonly number[]) => void) => void;
	end: () => Promise<readonly number[]>;
};

// About 1.5 s of MP3 at 128 kbit/s: small enough for frequent updates, large enough that decoding in pieces has no
// visible gaps.
const batchBytes = 24_000;

/** The loudest sample of every 20 ms, 0 to 1. */
export function peaksOf(samples: Float32Array, sampleRate: number): number[] {
	const step = Math.max(1, Math.round(sampleRate / peaksPerSecond));
	const peaks: number[] = [];
	for (let start = 0; start < samples.length; start += step) {
		let loudest = 0;
		const end = Math.min(samples.length, start + step);
		for (let i = start; i < end; i++) loudest = Math.max(loudest, Math.abs(samples[i] ?? 0));
		peaks.push(Math.min(1, loudest));
	}
	return peaks;
}

/** Resamples peaks to a number of bars: the maximum of each bucket, or interpolated if there are too few. */
export function fitPeaks(peaks: readonly number[], bars: number): number[] {
	if (peaks.length === 0) return Array.from({ length: bars }, () => 0);
	if (peaks.length < bars) {
		return Array.from({ length: bars }, (_, bar) => {
			const at = bars > 1 ? (bar * (peaks.length - 1)) / (bars - 1) : 0;
			const before = peaks[Math.floor(at)] ?? 0;
			const after = peaks[Math.ceil(at)] ?? 0;
			return before + (after - before) * (at % 1);
		});
	}
	return Array.from({ length: bars }, (_, bar) => {
		const start = Math.floor((bar * peaks.length) / bars);
		const end = Math.max(start + 1, Math.floor(((bar + 1) * peaks.length) / bars));
		let loudest = 0;
		for (let i = start; i < end; i++) loudest = Math.max(loudest, peaks[i] ?? 0);
		return loudest;
	});
}

/** Peaks of audio that is still arriving, decoded in batches, in order, each once. */
export function createPeakReader(decode: Decode): PeakReader {
	const peaks: number[] = [];
	let waiting: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	let tail: Promise<void> = Promise.resolve();

	function flush(onPeaks?: (peaks: readonly number[]) => void) {
		const batch = join(waiting, size);
		waiting = [];
		size = 0;
		tail = tail
			.then(() => decode(batch))
			.then(({ samples, sampleRate }) => {
				peaks.push(...peaksOf(samples, sampleRate));
				onPeaks?.([...peaks]);
			})
			// A batch that does not decode only leaves a gap in the waveform.
			.catch(() => undefined);
	}

	return {
		push(chunk, onPeaks) {
			waiting.push(chunk);
			size += chunk.byteLength;
			if (size >= batchBytes) flush(onPeaks);
		},
		async end() {
			if (size > 0) flush();
			await tail;
			return peaks;
		},
	};
}

function join(parts: Uint8Array<ArrayBuffer>[], size: number): ArrayBuffer {
	const joined = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.byteLength;
	}
	return joined.buffer;
}
