import { createPowerSpectrum } from "../../alignment/fft.ts";
import { createYielder, type Yielder } from "../../alignment/yielder.ts";

// Audio fingerprints after Haitsma and Kalker, which survive cutting, volume changes and re-encoding. Each frame has 32
// bits: a bit is set if the energy difference of two neighboring bands grew since the previous frame. Long windows with
// a small hop make the bits nearly independent of where a clip was cut.

export const fingerprintRate = 8000;
const windowSize = 2048;
const hop = 96;
const bitsPerFrame = 32;
const lowestHz = 300;
const highestHz = 2000;
/** Frames this much quieter than the loud parts are not compared, because they are only noise. */
const quietDecibels = 35;
const silentPower = 1e-9;
/** Number of bits per frame that a codec is most likely to flip: those whose energy difference changed least. */
const weakBits = 5;
/** One frame in this many is indexed. It is chosen by its bits, so that index and query choose the same frames. */
const indexedOneIn = 8;
const maxKeys = 20_000;

/** Clips are compared in blocks of this many frames, of which at least `minFrames` must be loud enough. */
const blockFrames = 250;
const minFrames = 160;
/** Unrelated audio differs in half of the bits, re-encoded audio in about a tenth. */
export const maxBitErrorRate = 0.25;
const maxOffsets = 6;

export type Fingerprint = {
	seconds: number;
	/** One per frame. 0 if the frame is too quiet to compare. */
	words: Int32Array;
	/** The indexes of the `weakBits` least reliable bits of each frame. */
	weak: Uint8Array;
};

/** Where a clip matches known audio, in seconds, and the fraction of bits that differ. */
export type FingerprintMatch = { start: number; end: number; bitErrors: number };

export const framesPerSecond = fingerprintRate / hop;

/** Fingerprints audio at `fingerprintRate` as it arrives. */
export function createFingerprinter() {
	const measure = createMeasure();
	let pending: Float32Array = new Float32Array(0);
	let length = 0;
	let hasPrevious = false;
	let previous = new Float32Array(bitsPerFrame);
	let current = new Float32Array(bitsPerFrame);
	const change = new Float32Array(bitsPerFrame);
	const words: number[] = [];
	const weak: number[] = [];
	const levels: number[] = [];

	function frameAt(at: number): void {
		const level = measure(pending, at, current);
		if (hasPrevious) {
			for (let bit = 0; bit < bitsPerFrame; bit++) change[bit] = (current[bit] as number) - (previous[bit] as number);
			let word = 0;
			for (let bit = 0; bit < bitsPerFrame; bit++) if ((change[bit] as number) > 0) word |= 1 << bit;
			words.push(word === 0 ? 1 : word);
			pushWeakest(weak, change);
			levels.push(level);
		}
		hasPrevious = true;
		[previous, current] = [current, previous];
	}

	return {
		async push(pcm: Float32Array, yielder: Yielder = createYielder()): Promise<void> {
			length += pcm.length;
			const joined = new Float32Array(pending.length + pcm.length);
			joined.set(pending);
			joined.set(pcm, pending.length);
			pending = joined;
			let at = 0;
			for (; at + windowSize <= pending.length; at += hop) {
				frameAt(at);
				const pause = yielder();
				if (pause) await pause;
			}
			pending = pending.slice(at);
		},
		finish(): Fingerprint {
			const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
			const floor = Math.max(silentPower, loud * 10 ** (-quietDecibels / 10));
			const audible = Int32Array.from(words, (word, at) => ((levels[at] ?? 0) > floor ? word : 0));
			return { seconds: length / fingerprintRate, words: audible, weak: Uint8Array.from(weak) };
		},
	};
}

/** Returns a function that writes the energy difference of neighboring bands and returns the total power. */
function createMeasure() {
	const spectrum = createPowerSpectrum(windowSize);
	const hann = Float32Array.from(
		{ length: windowSize },
		(_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / windowSize),
	);
	const edges = Array.from({ length: bitsPerFrame + 2 }, (_, band) =>
		Math.round((lowestHz * (highestHz / lowestHz) ** (band / (bitsPerFrame + 1)) * windowSize) / fingerprintRate),
	);
	const frame = new Float32Array(windowSize);
	const energies = new Float32Array(bitsPerFrame + 1);
	return (pcm: Float32Array, at: number, differences: Float32Array): number => {
		for (let k = 0; k < windowSize; k++) frame[k] = (pcm[at + k] as number) * (hann[k] as number);
		const power = spectrum(frame);
		let level = 0;
		for (let band = 0; band <= bitsPerFrame; band++) {
			let sum = 0;
			for (let bin = edges[band] as number; bin < (edges[band + 1] as number); bin++) sum += power[bin] as number;
			energies[band] = sum;
			level += sum;
		}
		for (let bit = 0; bit < bitsPerFrame; bit++)
			differences[bit] = (energies[bit] as number) - (energies[bit + 1] as number);
		return level / windowSize ** 2;
	};
}

/**
 * Appends the weakest bits of a frame, weakest first. An insertion sort, because a full sort takes as long as the
 * spectrum.
 */
function pushWeakest(weak: number[], change: Float32Array): void {
	const first = weak.length;
	for (let bit = 0; bit < bitsPerFrame; bit++) {
		const size = Math.abs(change[bit] as number);
		let position = weak.length;
		while (position > first && Math.abs(change[weak[position - 1] as number] as number) > size) position--;
		if (position === first + weakBits) continue;
		if (weak.length < first + weakBits) weak.push(bit);
		for (let at = weak.length - 1; at > position; at--) weak[at] = weak[at - 1] as number;
		weak[position] = bit;
	}
}

function isIndexed(word: number): boolean {
	// Any hash works, but it must never change: stored fingerprints are indexed by it.
	return word !== 0 && (Math.imul(word, 0x9e3779b1) >>> 16) % indexedOneIn === 0;
}

/** The keys that a stored fingerprint is indexed by. */
export function indexKeys(words: Int32Array): number[] {
	return [...new Set(words.filter(isIndexed))];
}

/**
 * The keys to look a clip up by: its own, and those it would have if a codec had flipped one or two of the weakest
 * bits.
 */
export function queryKeys(fingerprint: Fingerprint): number[] {
	const frames = framesByKey(fingerprint);
	const step = Math.max(1, Math.ceil(frames.size / maxKeys));
	return [...frames.keys()].filter((_, at) => at % step === 0);
}

function framesByKey({ words, weak }: Fingerprint): Map<number, number[]> {
	const frames = new Map<number, number[]>();
	const add = (word: number, frame: number) => {
		if (!isIndexed(word)) return;
		const known = frames.get(word);
		if (known) known.push(frame);
		else frames.set(word, [frame]);
	};
	for (const [frame, word] of words.entries()) {
		if (word === 0) continue;
		add(word, frame);
		for (let one = 0; one < weakBits; one++) {
			const first = word ^ (1 << (weak[frame * weakBits + one] as number));
			add(first, frame);
			for (let other = one + 1; other < weakBits; other++)
				add(first ^ (1 << (weak[frame * weakBits + other] as number)), frame);
		}
	}
	return frames;
}

/** Returns a function that finds the parts of a clip that match a known fingerprint. */
export function createMatcher(clip: Fingerprint): (known: Int32Array) => FingerprintMatch[] {
	const frames = framesByKey(clip);
	return (known) =>
		bestOffsets(frames, known)
			.flatMap((offset) => matchesAt(clip.words, known, offset))
			.sort((a, b) => a.start - b.start)
			.reduce<FingerprintMatch[]>(mergeOverlapping, []);
}

function bestOffsets(frames: ReadonlyMap<number, readonly number[]>, known: Int32Array): number[] {
	const votes = new Map<number, number>();
	for (const [frame, word] of known.entries())
		for (const match of frames.get(word) ?? []) votes.set(frame - match, (votes.get(frame - match) ?? 0) + 1);
	return [...votes]
		.filter(([, count]) => count > 1)
		.sort((a, b) => b[1] - a[1])
		.slice(0, maxOffsets)
		.map(([offset]) => offset);
}

/** The parts in which the two agree when shifted by `offset` frames. */
function matchesAt(clip: Int32Array, known: Int32Array, offset: number): FingerprintMatch[] {
	const from = Math.max(0, -offset);
	const to = Math.min(clip.length, known.length - offset);
	const block = Math.min(blockFrames, to - from);
	const errors: (number | undefined)[] = [];
	for (let frame = from; frame < to; frame++) {
		const a = clip[frame] as number;
		const b = known[frame + offset] as number;
		errors.push(a === 0 || b === 0 ? undefined : bitCount(a ^ b));
	}
	const found: FingerprintMatch[] = [];
	let sum = 0;
	let compared = 0;
	for (let end = 0; end < errors.length; end++) {
		const entering = errors[end];
		if (entering !== undefined) {
			sum += entering;
			compared++;
		}
		const leaving = end >= block ? errors[end - block] : undefined;
		if (leaving !== undefined) {
			sum -= leaving;
			compared--;
		}
		const bitErrors = sum / Math.max(1, compared * bitsPerFrame);
		if (end + 1 < block || compared < minFrames || bitErrors > maxBitErrorRate) continue;
		const start = (from + end + 1 - block) / framesPerSecond;
		found.push({ start, end: (from + end + 1) / framesPerSecond + windowSize / fingerprintRate, bitErrors });
	}
	return found.reduce<FingerprintMatch[]>(mergeOverlapping, []);
}

function mergeOverlapping(joined: FingerprintMatch[], next: FingerprintMatch): FingerprintMatch[] {
	const last = joined.at(-1);
	if (!last || next.start > last.end) {
		joined.push({ ...next });
		return joined;
	}
	last.end = Math.max(last.end, next.end);
	last.bitErrors = Math.min(last.bitErrors, next.bitErrors);
	return joined;
}

function bitCount(word: number): number {
	let bits = word - ((word >>> 1) & 0x55555555);
	bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
	return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Seconds of a clip that are loud enough to compare. */
export function comparableSeconds({ words }: Pick<Fingerprint, "words">): number {
	return words.reduce((count, word) => count + (word === 0 ? 0 : 1), 0) / framesPerSecond;
}

/** Little-endian bytes, for storage. */
export function packWords(words: Int32Array): Uint8Array {
	const view = new DataView(new ArrayBuffer(words.length * 4));
	for (const [at, word] of words.entries()) view.setInt32(at * 4, word, true);
	return new Uint8Array(view.buffer);
}

export function unpackWords(bytes: Uint8Array): Int32Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Int32Array.from({ length: bytes.byteLength >> 2 }, (_, at) => view.getInt32(at * 4, true));
}
