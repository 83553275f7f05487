// What is done with recorded sound before it is sent: pure functions over samples.

/** Where somebody speaks, in seconds. */
export type SpokenPart = { start: number; end: number };

const frameSeconds = 0.02;
/** Kept before the first and after the last sound: a voice begins and ends softly. */
const margin = 0.2;
/** Shorter than this is a click, a chair, a key. */
const leastSpoken = 0.12;

/**
 * The part between the silence before and after, measured against the recording's own noise: the quiet tenth of it. Null where nothing
 * stands out, so that an empty room is not taken for a voice.
 */
export function spokenPart(samples: Float32Array, sampleRate: number): SpokenPart | null {
	const loudness = frames(samples, Math.max(1, Math.round(sampleRate * frameSeconds)));
	if (loudness.length === 0) return null;
	const sorted = loudness.toSorted((a, b) => a - b);
	const noise = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
	const loudest = sorted.at(-1) ?? 0;
	// Ten decibels over the noise, but never so near to the loudest that a voice without any pause would be cut away.
	const threshold = Math.max(0.004, Math.min(noise * 3.2, loudest * 0.25));
	// A voice swells and fades; what stays as loud as it is is a fan.
	if (loudest < Math.max(threshold, noise * 2)) return null;
	const spoken = runs(loudness, threshold).filter(([from, to]) => (to - from) * frameSeconds >= leastSpoken);
	const [first, last] = [spoken[0], spoken.at(-1)];
	if (!first || !last) return null;
	const duration = samples.length / sampleRate;
	return {
		start: Math.max(0, first[0] * frameSeconds - margin),
		end: Math.min(duration, last[1] * frameSeconds + margin),
	};
}

/** How loud each frame is: the root of the mean square. */
function frames(samples: Float32Array, size: number): number[] {
	return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
		rms(samples.subarray(i * size, (i + 1) * size)),
	);
}

/** Frames above the threshold as [from, to), where a short gap does not end a run: a word has holes. */
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

/** 0 to 1 for a meter: from -60 dB to full, as an ear hears it. */
export function meterLevel(samples: Float32Array): number {
	const decibels = 20 * Math.log10(Math.max(1e-6, rms(samples)));
	return Math.min(1, Math.max(0, (decibels + 60) / 60));
}

/** What to do better the next time, in a sentence; null for a recording that is fine. */
export function recordingAdvice(samples: Float32Array, part: SpokenPart | null): string | null {
	if (!part) return "No voice was heard. Check that the right microphone is chosen and not muted.";
	let clipped = 0;
	for (const sample of samples) if (Math.abs(sample) > 0.99) clipped++;
	if (clipped > samples.length / 2_000)
		return "Too loud: the sound is cut off. Move a little away from the microphone.";
	if (meterLevel(samples) < 0.33) return "Very quiet. Move nearer to the microphone, or speak up.";
	return null;
}

/** One channel of 16 bits, as every reader of sound knows it. */
export function wavOf(samples: Float32Array, sampleRate: number): Blob {
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

/** The samples of a part; a view, nothing is copied. */
export function cut(samples: Float32Array, sampleRate: number, part: SpokenPart): Float32Array {
	return samples.subarray(Math.round(part.start * sampleRate), Math.round(part.end * sampleRate));
}
