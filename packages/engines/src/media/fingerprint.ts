import { type Breather, createBreather } from "../alignment/breather.ts";
import { createPowerSpectrum } from "../alignment/fft.ts";

// What a sound is recognised by after it was cut, made louder or encoded anew: 32 signs a frame, each telling whether the energy of a
// narrow band grew against its neighbour's since the frame before (after Haitsma and Kalker). Long windows a small step apart make the
// signs nearly independent of where a cut falls.

export const fingerprintRate = 8000;
const windowSize = 2048;
const hop = 96;
const signs = 32;
const lowestHz = 300;
const highestHz = 2000;
/** How far under the loud parts of a recording nothing is compared: there is nothing but noise. */
const quietDecibels = 35;
const silentPower = 1e-9;
/** The signs of a frame that an encoder flips first are those that were nearly zero. */
const weakSigns = 5;
/** One frame in so many is looked up, chosen by its signs, so that both sides choose the same. */
const lookedUp = 8;
const mostKeys = 20_000;

/** Of stretches this long most frames must agree. */
const blockFrames = 250;
const leastFrames = 160;
/** Half of the signs agree by chance; of the same sound re-encoded nine of ten do. */
export const mostBitErrors = 0.25;
const mostOffsets = 6;

export type Fingerprint = {
	seconds: number;
	/** One a frame; 0 where it is too quiet to compare. */
	words: Int32Array;
	/** The least sure signs of each frame, `weakSigns` of them a frame. */
	weak: Uint8Array;
};

/** Where in a clip something known is heard, in seconds, and the part of the signs that differ. */
export type Heard = { start: number; end: number; bitErrors: number };

export const framesPerSecond = fingerprintRate / hop;

/** Takes sound at `fingerprintRate` piece by piece. */
export function createFingerprinter() {
	const measure = createMeasure();
	let pending: Float32Array = new Float32Array(0);
	let length = 0;
	let measured = false;
	let last = new Float32Array(signs);
	let now = new Float32Array(signs);
	const change = new Float32Array(signs);
	const words: number[] = [];
	const weak: number[] = [];
	const levels: number[] = [];

	function frameAt(at: number): void {
		const level = measure(pending, at, now);
		if (measured) {
			for (let sign = 0; sign < signs; sign++) change[sign] = (now[sign] as number) - (last[sign] as number);
			let word = 0;
			for (let sign = 0; sign < signs; sign++) if ((change[sign] as number) > 0) word |= 1 << sign;
			words.push(word === 0 ? 1 : word);
			pushWeakest(weak, change);
			levels.push(level);
		}
		measured = true;
		[last, now] = [now, last];
	}

	return {
		async push(pcm: Float32Array, breathe: Breather = createBreather()): Promise<void> {
			length += pcm.length;
			const joined = new Float32Array(pending.length + pcm.length);
			joined.set(pending);
			joined.set(pcm, pending.length);
			pending = joined;
			let at = 0;
			for (; at + windowSize <= pending.length; at += hop) {
				frameAt(at);
				const pause = breathe();
				if (pause) await pause;
			}
			pending = pending.slice(at);
		},
		finish(): Fingerprint {
			const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
			const floor = Math.max(silentPower, loud * 10 ** (-quietDecibels / 10));
			const heard = Int32Array.from(words, (word, at) => ((levels[at] ?? 0) > floor ? word : 0));
			return { seconds: length / fingerprintRate, words: heard, weak: Uint8Array.from(weak) };
		},
	};
}

/** Writes by how much each band is stronger than the one above it, and returns the power of all. */
function createMeasure() {
	const spectrum = createPowerSpectrum(windowSize);
	const hann = Float32Array.from(
		{ length: windowSize },
		(_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / windowSize),
	);
	const edges = Array.from({ length: signs + 2 }, (_, band) =>
		Math.round((lowestHz * (highestHz / lowestHz) ** (band / (signs + 1)) * windowSize) / fingerprintRate),
	);
	const frame = new Float32Array(windowSize);
	const energies = new Float32Array(signs + 1);
	return (pcm: Float32Array, at: number, differences: Float32Array): number => {
		for (let k = 0; k < windowSize; k++) frame[k] = (pcm[at + k] as number) * (hann[k] as number);
		const power = spectrum(frame);
		let level = 0;
		for (let band = 0; band <= signs; band++) {
			let sum = 0;
			for (let bin = edges[band] as number; bin < (edges[band + 1] as number); bin++) sum += power[bin] as number;
			energies[band] = sum;
			level += sum;
		}
		for (let sign = 0; sign < signs; sign++)
			differences[sign] = (energies[sign] as number) - (energies[sign + 1] as number);
		return level / windowSize ** 2;
	};
}

/** The least sure signs of a frame, the least sure one first. Sorted in by hand: a sort of all takes as long as the spectrum. */
function pushWeakest(weak: number[], change: Float32Array): void {
	const first = weak.length;
	for (let sign = 0; sign < signs; sign++) {
		const size = Math.abs(change[sign] as number);
		let place = weak.length;
		while (place > first && Math.abs(change[weak[place - 1] as number] as number) > size) place--;
		if (place === first + weakSigns) continue;
		if (weak.length < first + weakSigns) weak.push(sign);
		for (let at = weak.length - 1; at > place; at--) weak[at] = weak[at - 1] as number;
		weak[place] = sign;
	}
}

function isLookedUp(word: number): boolean {
	// Any mixing of the bits will do, as long as it is the same for ever.
	return word !== 0 && (Math.imul(word, 0x9e3779b1) >>> 16) % lookedUp === 0;
}

/** What a kept fingerprint is found by. */
export function keysOf(words: Int32Array): number[] {
	return [...new Set(words.filter(isLookedUp))];
}

/** What to look for: the clip's own keys, and what they would be had an encoder flipped one or two of their weakest signs. */
export function soughtKeys(fingerprint: Fingerprint): number[] {
	const places = soughtPlaces(fingerprint);
	const step = Math.max(1, Math.ceil(places.size / mostKeys));
	return [...places.keys()].filter((_, at) => at % step === 0);
}

function soughtPlaces({ words, weak }: Fingerprint): Map<number, number[]> {
	const places = new Map<number, number[]>();
	const note = (word: number, frame: number) => {
		if (!isLookedUp(word)) return;
		const known = places.get(word);
		if (known) known.push(frame);
		else places.set(word, [frame]);
	};
	for (const [frame, word] of words.entries()) {
		if (word === 0) continue;
		note(word, frame);
		for (let one = 0; one < weakSigns; one++) {
			const first = word ^ (1 << (weak[frame * weakSigns + one] as number));
			note(first, frame);
			for (let other = one + 1; other < weakSigns; other++)
				note(first ^ (1 << (weak[frame * weakSigns + other] as number)), frame);
		}
	}
	return places;
}

/** Hears where a clip has something of each of the given sounds. */
export function createMatcher(clip: Fingerprint): (known: Int32Array) => Heard[] {
	const places = soughtPlaces(clip);
	return (known) =>
		bestOffsets(places, known)
			.flatMap((offset) => agreements(clip.words, known, offset))
			.sort((a, b) => a.start - b.start)
			.reduce<Heard[]>(joinStretches, []);
}

function bestOffsets(places: ReadonlyMap<number, readonly number[]>, known: Int32Array): number[] {
	const votes = new Map<number, number>();
	for (const [frame, word] of known.entries())
		for (const place of places.get(word) ?? []) votes.set(frame - place, (votes.get(frame - place) ?? 0) + 1);
	return [...votes]
		.filter(([, count]) => count > 1)
		.sort((a, b) => b[1] - a[1])
		.slice(0, mostOffsets)
		.map(([offset]) => offset);
}

/** Stretches in which, laid over each other so, the two agree. */
function agreements(clip: Int32Array, known: Int32Array, offset: number): Heard[] {
	const from = Math.max(0, -offset);
	const to = Math.min(clip.length, known.length - offset);
	const block = Math.min(blockFrames, to - from);
	const errors: (number | undefined)[] = [];
	for (let frame = from; frame < to; frame++) {
		const a = clip[frame] as number;
		const b = known[frame + offset] as number;
		errors.push(a === 0 || b === 0 ? undefined : bitCount(a ^ b));
	}
	const found: Heard[] = [];
	let sum = 0;
	let compared = 0;
	for (let end = 0; end < errors.length; end++) {
		const enters = errors[end];
		if (enters !== undefined) {
			sum += enters;
			compared++;
		}
		const leaves = end >= block ? errors[end - block] : undefined;
		if (leaves !== undefined) {
			sum -= leaves;
			compared--;
		}
		const bitErrors = sum / Math.max(1, compared * signs);
		if (end + 1 < block || compared < leastFrames || bitErrors > mostBitErrors) continue;
		const start = (from + end + 1 - block) / framesPerSecond;
		found.push({ start, end: (from + end + 1) / framesPerSecond + windowSize / fingerprintRate, bitErrors });
	}
	return found.reduce<Heard[]>(joinStretches, []);
}

function joinStretches(joined: Heard[], next: Heard): Heard[] {
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

/** Seconds of a clip in which there is something to compare. */
export function heardSeconds({ words }: Pick<Fingerprint, "words">): number {
	return words.reduce((count, word) => count + (word === 0 ? 0 : 1), 0) / framesPerSecond;
}

/** As bytes for a table, the same on every machine. */
export function packWords(words: Int32Array): Uint8Array {
	const view = new DataView(new ArrayBuffer(words.length * 4));
	for (const [at, word] of words.entries()) view.setInt32(at * 4, word, true);
	return new Uint8Array(view.buffer);
}

export function unpackWords(bytes: Uint8Array): Int32Array {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Int32Array.from({ length: bytes.byteLength >> 2 }, (_, at) => view.getInt32(at * 4, true));
}
