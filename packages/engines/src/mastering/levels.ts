// Levels as ACX states them: root mean square and sample peak in dB below full scale, unweighted, over the whole file.
// Memory: four bytes for each 10 ms, which is 1.4 MB per hour.
import { type Decibels, ofAmplitude, ofPower } from "./decibels.ts";

export type Levels = {
	seconds: number;
	rmsDb: Decibels;
	/** The largest sample. */
	peakDb: Decibels;
	/**
	 * RMS of all pauses between the first and the last speech, or of the quietest half second of the file if there are none.
	 * A pause is at least 0.3 s in which every 10 ms are 25 dB under the RMS of the file; the first and last 0.1 s do not count.
	 */
	noiseFloorDb: Decibels;
	/** RMS of the quietest half second of the whole file, with the silence at both ends. */
	quietestDb: Decibels;
	/** Number of pauses that were measured. */
	pauses: number;
	/** From the start of the first to the end of the last speech, in seconds. Undefined if there is none. */
	speech: { from: number; to: number } | undefined;
};

export type LevelMeter = { push(pcm: Float32Array): void; finish(): Levels };

const blocksPerSecond = 100;
const windowBlocks = 50;
const pauseBlocks = 30;
/** A word ends in a decay, and the next begins with a breath: neither is noise. */
const pauseMarginBlocks = 10;
const pauseUnderRmsDb = 25;
/** Speech is what is louder than this for two blocks, so that a click is not. */
const speechUnderRmsDb = 40;
const speechOverNoiseDb = 10;
const maxSpeechUnderRmsDb = 20;

export function createLevelMeter(sampleRate: number): LevelMeter {
	const blockSamples = Math.round(sampleRate / blocksPerSecond);
	let blocks = new Float32Array(1024);
	let count = 0;
	let energy = 0;
	let filled = 0;
	let total = 0;
	let samples = 0;
	let peak = 0;
	const close = () => {
		if (count === blocks.length) {
			const larger = new Float32Array(blocks.length * 2);
			larger.set(blocks);
			blocks = larger;
		}
		blocks[count++] = energy / filled;
		total += energy;
		energy = 0;
		filled = 0;
	};
	return {
		push(pcm) {
			samples += pcm.length;
			for (let at = 0; at < pcm.length; ) {
				const end = Math.min(pcm.length, at + blockSamples - filled);
				filled += end - at;
				for (; at < end; at++) {
					const sample = pcm[at] as number;
					energy += sample * sample;
					if (sample > peak) peak = sample;
					else if (-sample > peak) peak = -sample;
				}
				if (filled === blockSamples) close();
			}
		},
		finish() {
			if (filled > 0) close();
			const rmsDb = samples === 0 ? null : ofPower(total / samples);
			return {
				seconds: samples / sampleRate,
				rmsDb,
				peakDb: ofAmplitude(peak),
				...analyze(blocks.subarray(0, count), rmsDb),
			};
		},
	};
}

/** When speech starts in a short recording, in seconds; 0 if it has none. */
export function speechStart(pcm: Float32Array, sampleRate: number): number {
	const meter = createLevelMeter(sampleRate);
	meter.push(pcm);
	return meter.finish().speech?.from ?? 0;
}

function analyze(blocks: Float32Array, rmsDb: Decibels): Omit<Levels, "seconds" | "rmsDb" | "peakDb"> {
	const quietestDb = ofPower(quietestWindow(blocks));
	if (rmsDb === null) return { quietestDb, noiseFloorDb: null, pauses: 0, speech: undefined };
	const loud = boundsOf(blocks, power(rmsDb - maxSpeechUnderRmsDb));
	const pauses = loud ? pausesIn(blocks.subarray(loud.from, loud.to), power(rmsDb - pauseUnderRmsDb)) : { count: 0 };
	const noiseFloorDb = pauses.power === undefined ? quietestDb : ofPower(pauses.power);
	const threshold = Math.min(
		Math.max(rmsDb - speechUnderRmsDb, (noiseFloorDb ?? Number.NEGATIVE_INFINITY) + speechOverNoiseDb),
		rmsDb - maxSpeechUnderRmsDb,
	);
	const speech = boundsOf(blocks, power(threshold));
	return {
		quietestDb,
		noiseFloorDb,
		pauses: pauses.count,
		speech: speech && { from: speech.from / blocksPerSecond, to: speech.to / blocksPerSecond },
	};
}

const power = (decibels: number) => 10 ** (decibels / 10);

/** Both sums take the same additions, so a window of zeros gives exactly zero. */
function quietestWindow(blocks: Float32Array): number {
	const length = Math.min(windowBlocks, blocks.length);
	let ahead = 0;
	let behind = 0;
	let quietest = Number.POSITIVE_INFINITY;
	for (let at = 0; at < blocks.length; at++) {
		ahead += blocks[at] as number;
		if (at >= length) behind += blocks[at - length] as number;
		if (at >= length - 1) quietest = Math.min(quietest, ahead - behind);
	}
	return blocks.length === 0 ? 0 : quietest / length;
}

function boundsOf(blocks: Float32Array, threshold: number): { from: number; to: number } | undefined {
	const isSpeech = (at: number) => (blocks[at] as number) > threshold && (blocks[at + 1] as number) > threshold;
	let from = 0;
	while (from < blocks.length - 1 && !isSpeech(from)) from++;
	if (from >= blocks.length - 1) return undefined;
	let last = blocks.length - 2;
	while (!isSpeech(last)) last--;
	return { from, to: last + 2 };
}

function pausesIn(blocks: Float32Array, threshold: number): { count: number; power?: number } {
	let count = 0;
	let sum = 0;
	let length = 0;
	for (let at = 0, start = 0; at <= blocks.length; at++) {
		if (at < blocks.length && (blocks[at] as number) < threshold) continue;
		if (at - start >= pauseBlocks) {
			count++;
			for (let block = start + pauseMarginBlocks; block < at - pauseMarginBlocks; block++) {
				sum += blocks[block] as number;
				length++;
			}
		}
		start = at + 1;
	}
	return count === 0 ? { count } : { count, power: sum / length };
}
