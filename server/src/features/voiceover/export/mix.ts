// Mixes tracks block by block: gains, fades and ducking, then a limiter, so that nothing clips.
// Invariant: memory does not grow with the length of the mix.
import { type Ducker, duckingAt, gainAt, type Piece } from "@timbre/contract/voiceover/rules.ts";
import { createPeakLimiter } from "@timbre/engines/mastering/peak-limiter.ts";
import { mixRate } from "../files.ts";

/** Reads stereo samples, channels interleaved, at 48 kHz. What lies outside of the audio is silence. */
export type FrameReader = (from: number, count: number, signal: AbortSignal) => Promise<Float32Array>;
export type MixTrack = {
	piece: Piece;
	/** Whether lines that speak lower it. */
	ducked: boolean;
	read: FrameReader;
};

const blockFrames = mixRate / 2;
/** Gains are computed this often and change evenly between. */
const stepFrames = mixRate / 100;
/** Without it, audio that is cut would start and end with a click. */
const edgeMs = 5;
/** -1 dB of full scale: encoders overshoot. */
const ceiling = 10 ** (-1 / 20);

const toMs = (frames: number): number => (frames / mixRate) * 1000;
const toFrames = (ms: number): number => Math.round((ms / 1000) * mixRate);

/** The mix, stereo at 48 kHz with the channels interleaved: `frames` samples of each channel in total. */
export async function* mixTracks(
	tracks: readonly MixTrack[],
	duckers: readonly Ducker[],
	frames: number,
	signal: AbortSignal,
): AsyncGenerator<Float32Array> {
	const limiters = [createPeakLimiter(mixRate, ceiling), createPeakLimiter(mixRate, ceiling)] as const;
	for (let from = 0; from < frames; from += blockFrames) {
		signal.throwIfAborted();
		const block = new Float32Array(Math.min(blockFrames, frames - from) * 2);
		for (const track of tracks) await addTrack(block, from, track, duckers, signal);
		yield interleave(limiters.map((limiter, channel) => limiter.push(channelOf(block, channel))));
	}
	yield interleave(limiters.map((limiter) => limiter.flush()));
}

async function addTrack(
	block: Float32Array,
	from: number,
	{ piece, ducked, read }: MixTrack,
	duckers: readonly Ducker[],
	signal: AbortSignal,
): Promise<void> {
	const start = toFrames(piece.start_ms);
	const first = Math.max(from, start);
	const last = Math.min(from + block.length / 2, start + toFrames(piece.length_ms));
	if (last <= first) return;
	const audio = await read(first - start, last - first, signal);
	const soft = {
		...piece,
		fade_in_ms: Math.max(edgeMs, piece.fade_in_ms),
		fade_out_ms: Math.max(edgeMs, piece.fade_out_ms),
	};
	const gainOf = (frame: number) => gainAt(soft, toMs(frame)) * (ducked ? duckingAt(duckers, toMs(frame)) : 1);
	for (let at = first; at < last; ) {
		// Steps end at the same frames however the mix is split into blocks.
		const end = Math.min(last, (Math.floor(at / stepFrames) + 1) * stepFrames);
		const [gain, next] = [gainOf(at), gainOf(end)];
		const slope = (next - gain) / (end - at);
		for (let frame = at; frame < end; frame++) {
			const factor = gain + slope * (frame - at);
			const source = (frame - first) * 2;
			const target = (frame - from) * 2;
			block[target] = (block[target] as number) + factor * (audio[source] as number);
			block[target + 1] = (block[target + 1] as number) + factor * (audio[source + 1] as number);
		}
		at = end;
	}
}

function channelOf(interleaved: Float32Array, channel: number): Float32Array {
	const samples = new Float32Array(interleaved.length >> 1);
	for (let at = 0; at < samples.length; at++) samples[at] = interleaved[at * 2 + channel] as number;
	return samples;
}

function interleave([left, right]: readonly Float32Array[]): Float32Array {
	if (!left || !right) throw new Error("a mix has two channels");
	const samples = new Float32Array(left.length * 2);
	for (let at = 0; at < left.length; at++) {
		samples[at * 2] = left[at] as number;
		samples[at * 2 + 1] = right[at] as number;
	}
	return samples;
}
