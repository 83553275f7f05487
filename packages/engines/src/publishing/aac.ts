// AAC-LC by FFmpeg. Invariant: FFmpeg gets only samples here, never a file.
import { Encoder } from "node-av/api";
import { AV_CHANNEL_LAYOUT_MONO, AV_LOG_ERROR, AV_SAMPLE_FMT_FLTP, FF_ENCODER_AAC } from "node-av/constants";
import { Frame, Log, type Packet } from "node-av/lib";

/** Samples of a packet. */
export const aacFrameSamples = 1024;
/** Samples at the start that belong to no input: players skip them by the file's edit list. */
export const aacPrimingSamples = 1024;

const framesPerPush = 12;

export type AacEncoder = {
	push(pcm: Float32Array): Promise<Uint8Array[]>;
	/** The last packets, padded with silence. */
	flush(): Promise<Uint8Array[]>;
	/** The AudioSpecificConfig; known once a packet was returned. */
	config(): Uint8Array;
	close(): void;
};

/** Encodes mono samples on a thread of libuv. */
export async function createAacEncoder(sampleRate: number, kbps: number): Promise<AacEncoder> {
	// The encoder prints its mean quality when it ends.
	Log.setLevel(AV_LOG_ERROR);
	const encoder = await Encoder.create(FF_ENCODER_AAC, { bitrate: `${kbps}k` });
	const buffer = new Float32Array(aacFrameSamples * framesPerPush);
	let filled = 0;
	let sent = 0;

	async function send(): Promise<Uint8Array[]> {
		// The encoder would drop a last incomplete frame.
		const samples = Math.ceil(filled / aacFrameSamples) * aacFrameSamples;
		buffer.fill(0, filled, samples);
		filled = 0;
		if (samples === 0) return [];
		const frame = Frame.fromAudioBuffer(Buffer.from(buffer.buffer, 0, samples * 4), {
			nbSamples: samples,
			format: AV_SAMPLE_FMT_FLTP,
			sampleRate,
			channelLayout: AV_CHANNEL_LAYOUT_MONO,
			timeBase: { num: 1, den: sampleRate },
			pts: BigInt(sent),
		});
		sent += samples;
		try {
			return (await encoder.encodeAll(frame)).map(bytesOf);
		} finally {
			frame.free();
		}
	}

	return {
		async push(pcm) {
			const packets: Uint8Array[] = [];
			for (let at = 0; at < pcm.length; ) {
				const part = pcm.subarray(at, at + buffer.length - filled);
				buffer.set(part, filled);
				filled += part.length;
				at += part.length;
				if (filled === buffer.length) packets.push(...(await send()));
			}
			return packets;
		},
		async flush() {
			const packets = await send();
			for await (const packet of encoder.flushPackets()) packets.push(bytesOf(packet));
			return packets;
		},
		config: () => {
			const config = encoder.getCodecContext()?.extraData;
			if (!config) throw new Error("nothing was encoded");
			return config;
		},
		close: () => encoder.close(),
	};
}

function bytesOf(packet: Packet): Uint8Array {
	const bytes = Uint8Array.from(packet.data ?? []);
	packet.free();
	return bytes;
}
