// Processing of recorded audio before upload: pure functions over samples.

/** The range with speech, in seconds. */
export type SpeechRange = { start: number; end: number };

const frameSeconds = 0.02;
/** Added before and after speech, because a voice starts and ends softly. */
const margin = 0.2;
/** Anything shorter is a click or a bump. */
const minSpeechSeconds = 0.12;

/**
 * The range between leading and trailing silence, relative to the recording's noise floor (its 10th percentile). Null
 * if nothing stands out from the noise.
 */
export function detectSpeech(samples: Float32Array, sampleRate: number): SpeechRange | null {
	const loudness = frames(samples, Math.max(1, Math.round(sampleRate * frameSeconds)));
	if (loudness.length === 0) return null;
	const sorted = loudness.toSorted((a, b) => a - b);
	const noise = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
	const loudest = sorted.at(-1) ?? 0;
	// 10 dB above the noise, but capped so that a voice without pauses is not cut.
	const threshold = Math.max(0.004, Math.min(noise * 3.2, loudest * 0.25));
	// Speech varies in loudness; constant loudness is a fan.
	if (loudest < Math.max(threshold, noise * 2)) return null;
	const spoken = runs(loudness, threshold).filter(([from, to]) => (to - from) * frameSeconds >= minSpeechSeconds);
	const [first, last] = [spoken[0], spoken.at(-1)];
	if (!first || !last) return null;
	const duration = samples.length / sampleRate;
	return {
		start: Math.max(0, first[0] * frameSeconds - margin),
		end: Math.min(duration, last[1] * frameSeconds + margin),
	};
}

/** The RMS of each frame. */
function frames(samples: Float32Array, size: number): number[] {
	return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
		rms(samples.subarray(i * size, (i + 1) * size)),
	);
}

/** Runs of frames above the threshold as [from, to); short gaps inside words don't end a run. */
function runs(loudness: readonly number[], threshold: number): [from: number, to: number][] {
	const found: [number, number][] = [];
	const gap = Math.round(0.15 / frameSeconds);
	loudness.forEach((value, i) => {
		if (value < threshold) return;
		const open = found.at(-1);
		if (open && i - open[1] <= gap) open[1] = i + 1;
		else found.push([i, i + 1]);
	});
	return found;
}

function rms(samples: Float32Array): number {
	let sum = 0;
	for (const sample of samples) sum += sample * sample;
	return samples.length > 0 ? Math.sqrt(sum / samples.length) : 0;
}

/** Meter level from 0 (-60 dB) to 1 (0 dB), on a logarithmic scale. */
export function meterLevel(samples: Float32Array): number {
	const decibels = 20 * Math.log10(Math.max(1e-6, rms(samples)));
	return Math.min(1, Math.max(0, (decibels + 60) / 60));
}

/** How to improve the recording; null if it is fine. */
export function recordingAdvice(samples: Float32Array, part: SpeechRange | null): string | null {
	if (!part) return "No speech detected. Check that the right microphone is selected and not muted.";
	let clipped = 0;
	for (const sample of samples) if (Math.abs(sample) > 0.99) clipped++;
	if (clipped > samples.length / 2_000)
		return "Too loud: the audio is clipping. Move away from the microphone a little.";
	if (meterLevel(samples) < 0.33) return "Very quiet. Move closer to the microphone or speak up.";
	return null;
}

/** Encodes mono 16-bit PCM. */
export function encodeWav(samples: Float32Array, sampleRate: number): Blob {
	const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2));
	const text = (at: number, letters: string) =>
		[...letters].forEach((letter, i) => {
			bytes.setUint8(at + i, letter.charCodeAt(0));
		});
	text(0, "RIFF");
	bytes.setUint32(4, 36 + samples.length * 2, true);
	text(8, "WAVEfmt ");
	bytes.setUint32(16, 16, true);
	bytes.setUint16(20, 1, true);
	bytes.setUint16(22, 1, true);
	bytes.setUint32(24, sampleRate, true);
	bytes.setUint32(28, sampleRate * 2, true);
	bytes.setUint16(32, 2, true);
	bytes.setUint16(34, 16, true);
	text(36, "data");
	bytes.setUint32(40, samples.length * 2, true);
	samples.forEach((sample, i) => {
		bytes.setInt16(44 + i * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
	});
	return new Blob([bytes.buffer as ArrayBuffer], { type: "audio/wav" });
}

/** A view of the samples in a range, without copying. */
export function sliceSamples(samples: Float32Array, sampleRate: number, part: SpeechRange): Float32Array {
	return samples.subarray(Math.round(part.start * sampleRate), Math.round(part.end * sampleRate));
}
