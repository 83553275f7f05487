// What ACX requires of each file of an audiobook, as rules with the measured value.
// Measured on the MP3 file itself: encoding changes peaks, and decoders add silence at the start.
import { createLevelMeter, type Levels } from "./levels.ts";
import { createLoudnessMeter, type Loudness } from "./loudness.ts";
import { createMp3Reader, type Mp3Facts } from "./mp3-frames.ts";
import { inSlices } from "./slices.ts";

/** Inclusive. Levels are dB below full scale; `rms` is not weighted and not LUFS. */
export const acxLimits = {
	rms: { unit: "dB", min: -23, max: -18 },
	peak: { unit: "dB", max: -3 },
	noise_floor: { unit: "dB", max: -60 },
	head: { unit: "s", min: 0.5, max: 1 },
	tail: { unit: "s", min: 1, max: 5 },
	length: { unit: "s", max: 7200 },
	sample_rate: { unit: "Hz", min: 44_100, max: 44_100 },
	bitrate: { unit: "kbps", min: 192 },
	/** The number of different bitrates: one means that it is constant. */
	bitrates: { unit: "", min: 1, max: 1 },
} as const satisfies Record<string, AcxLimit>;

type AcxLimit = { unit: "dB" | "s" | "Hz" | "kbps" | ""; min?: number; max?: number };

export type AcxRule = AcxLimit & {
	id: keyof typeof acxLimits;
	/** Null for a level means digital silence (-∞ dB); for `head` and `tail`, that the file has no speech. */
	value: number | null;
	met: boolean;
};

export type AcxReport = { met: boolean; rules: AcxRule[] };

export type Mp3Measurement = { acx: AcxReport; levels: Levels; loudness: Loudness; mp3: Mp3Facts; bytes: number };

/** Decodes an MP3 file that we encoded, and measures it. Holds 1.4 MB per hour. */
export async function measureMp3(file: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Mp3Measurement> {
	const { MPEGDecoder } = await import("mpg123-decoder");
	const decoder = new MPEGDecoder();
	const reader = createMp3Reader();
	let meters:
		| { levels: ReturnType<typeof createLevelMeter>; loudness: ReturnType<typeof createLoudnessMeter> }
		| undefined;
	let bytes = 0;
	async function* decoded() {
		for await (const piece of file) {
			for (let at = 0; at < piece.length; at += decodeBytes) {
				const part = piece.subarray(at, at + decodeBytes);
				bytes += part.length;
				reader.push(part);
				const { channelData, sampleRate } = decoder.decode(part);
				meters ??= { levels: createLevelMeter(sampleRate), loudness: createLoudnessMeter(sampleRate) };
				if (channelData[0] && channelData[0].length > 0) yield channelData[0];
			}
		}
	}
	try {
		await decoder.ready;
		for await (const slice of inSlices(decoded(), signal)) {
			meters?.levels.push(slice);
			await meters?.loudness.push(slice);
		}
		if (!meters) throw new RangeError("no MP3 frames");
		const levels = meters.levels.finish();
		const loudness = await meters.loudness.finish();
		const mp3 = reader.finish();
		return { acx: acxReport(levels, mp3), levels, loudness, mp3, bytes };
	} finally {
		meters?.loudness.close();
		decoder.free();
	}
}

/** About a second at 192 kbps. */
const decodeBytes = 24_000;

function acxReport(levels: Levels, mp3: Mp3Facts): AcxReport {
	const { speech, seconds } = levels;
	const silence = Number.NEGATIVE_INFINITY;
	const none = Number.NaN;
	const values: Record<AcxRule["id"], number> = {
		rms: levels.rmsDb ?? silence,
		peak: levels.peakDb ?? silence,
		noise_floor: levels.noiseFloorDb ?? silence,
		head: speech ? speech.from : none,
		tail: speech ? seconds - speech.to : none,
		length: seconds,
		sample_rate: mp3.sampleRates.length === 1 ? (mp3.sampleRates[0] ?? none) : none,
		bitrate: mp3.kbps[0] ?? none,
		bitrates: mp3.kbps.length,
	};
	const rules = (Object.keys(acxLimits) as AcxRule["id"][]).map((id): AcxRule => {
		const limit: AcxLimit = acxLimits[id];
		const value = values[id];
		const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limit;
		return { id, ...limit, value: Number.isFinite(value) ? value : null, met: value >= min && value <= max };
	});
	return { met: rules.every(({ met }) => met), rules };
}
