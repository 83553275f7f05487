// Loudness by EBU R128, measured by FFmpeg's ebur128 filter. Invariant: FFmpeg gets only samples here, never a file.
//
// One channel counts once, as ITU-R BS.1770 defines it: a mono file measures 3.01 LU lower than the same signal in both
// channels of a stereo file. So a 1 kHz sine with a peak of -20 dBFS is -23 LUFS here, and -20 LUFS as stereo.
import { FilterAPI } from "node-av/api";
import { AV_CHANNEL_LAYOUT_MONO, AV_LOG_ERROR, AV_SAMPLE_FMT_FLT } from "node-av/constants";
import { Frame, Log } from "node-av/lib";
import { type Decibels, ofAmplitude } from "./decibels.ts";

export type Loudness = {
	/** Null if less than 0.4 s are louder than -70 LUFS. */
	integratedLufs: number | null;
	rangeLu: number;
	/** The filter states the amplitude with three decimals: 0.01 dB at -6 dBTP, 0.5 dB at -40. */
	truePeakDb: Decibels;
};

export type LoudnessMeter = { push(pcm: Float32Array): Promise<void>; finish(): Promise<Loudness>; close(): void };

const stepsPerSecond = 10;
/** What the filter reports before anything passed its gate. */
const gateLufs = -70;

/** Work is done on a thread of libuv. Measured: 100 times as fast as real time. */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
	// The filter prints a summary when it ends.
	Log.setLevel(AV_LOG_ERROR);
	const filter = FilterAPI.create("ebur128=metadata=1:peak=true");
	let samples = 0;
	let last: Frame | undefined;
	const step = sampleRate / stepsPerSecond;
	// Each frame of a whole step has the result so far, so only the last of them is read.
	const keep = (frame: Frame) => {
		if (frame.nbSamples < step) return frame.free();
		last?.free();
		last = frame;
	};
	const push = async (pcm: Float32Array) => {
		if (pcm.length === 0) return;
		const frame = Frame.fromAudioBuffer(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength), {
			nbSamples: pcm.length,
			format: AV_SAMPLE_FMT_FLT,
			sampleRate,
			channelLayout: AV_CHANNEL_LAYOUT_MONO,
			timeBase: { num: 1, den: sampleRate },
			pts: BigInt(samples),
		});
		samples += pcm.length;
		try {
			for (const output of await filter.processAll(frame)) keep(output);
		} finally {
			frame.free();
		}
	};
	const close = () => {
		last?.free();
		last = undefined;
		filter.close();
	};
	return {
		push,
		async finish() {
			try {
				// The filter ignores a last incomplete step.
				await push(new Float32Array((step - (samples % step)) % step));
				if (samples > 0) for await (const output of filter.flushFrames()) keep(output);
				return resultOf(last?.getMetadata().getAll() ?? {});
			} finally {
				close();
			}
		},
		close,
	};
}

function resultOf(values: Record<string, string>): Loudness {
	const integrated = Number(values["lavfi.r128.I"] ?? gateLufs);
	return {
		integratedLufs: integrated > gateLufs ? integrated : null,
		rangeLu: Number(values["lavfi.r128.LRA"] ?? 0),
		truePeakDb: ofAmplitude(Number(values["lavfi.r128.true_peak"] ?? 0)),
	};
}
