import { Decoder, Encoder, FilterAPI, Muxer } from "node-av/api";
import { FF_ENCODER_AAC, FF_ENCODER_FLAC } from "node-av/constants";
import { files } from "../../../confined/files.ts";
import type { MediaTask } from "../protocol.ts";
import { MediaFailure } from "./failure.ts";
import { openInput } from "./input.ts";
import { writeTo } from "./output.ts";

const codecs = {
	aac: { container: "adts", codec: FF_ENCODER_AAC, sampleFormat: "fltp", bitrate: "128k" },
	flac: { container: "flac", codec: FF_ENCODER_FLAC, sampleFormat: "s16", bitrate: undefined },
} as const;

/** Encodes a wav file. */
export async function encode({ input, format }: Extract<MediaTask, { name: "encode" }>): Promise<void> {
	const { container, codec, sampleFormat, bitrate } = codecs[format];
	const demuxer = await openInput(files.input, input.bytes, input.format);
	const stream = demuxer.audio();
	if (!stream) throw new MediaFailure("no_audio", "The file contains no audio.");
	const decoder = await Decoder.create(stream);
	const filter = FilterAPI.create(`aformat=sample_fmts=${sampleFormat}`);
	const encoder = await Encoder.create(codec, { decoder, filter, ...(bitrate ? { bitrate } : {}) });
	const muxer = await Muxer.open(writeTo(files.output), { format: container });
	const index = muxer.addStream(encoder);
	for await (const packet of encoder.packets(filter.frames(decoder.frames(demuxer.packets(stream.index))))) {
		if (!packet) continue;
		await muxer.writePacket(packet, index);
		packet.free();
	}
	await muxer.writePacket(null, index);
	await muxer.close();
}
