import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from "node-av/api";
import { FF_ENCODER_AAC, FF_ENCODER_LIBOPUS, type FFEncoderCodec } from "node-av/constants";
import type { Packet } from "node-av/lib";
import { files } from "../../../confined/files.ts";
import type { DemuxerName, MediaReport, MediaTask } from "../protocol.ts";
import { MediaFailure } from "./failure.ts";
import { describe, openInput } from "./input.ts";
import { writeTo } from "./output.ts";

/** The container of the result: that of the input where it can be written, otherwise Matroska, which holds any picture. */
type Container = { format: string; codec: FFEncoderCodec; sampleRate: number };
const mp4: Container = { format: "mp4", codec: FF_ENCODER_AAC, sampleRate: 48_000 };
const containers: Partial<Record<DemuxerName, Container>> = { mov: mp4, flv: mp4 };
const fallback = { format: "matroska", codec: FF_ENCODER_LIBOPUS, sampleRate: 48_000 } as const;

/** Copies the first video stream unchanged and adds the audio of a wav file. */
export async function replaceAudio(
	{ input, audioBytes, container }: Extract<MediaTask, { name: "replace_audio" }>,
	report: (message: MediaReport) => void,
): Promise<void> {
	const picture = await openInput(files.input, input.bytes, input.format);
	report({ type: "info", info: describe(picture, input.format) });
	const video = picture.video();
	if (!video) throw new MediaFailure("unreadable", "The file contains no video.");
	const sound = await openInput(files.secondInput, audioBytes, "wav");
	const audio = sound.audio();
	if (!audio) throw new MediaFailure("no_audio", "The file contains no audio.");
	const { format, codec, sampleRate } = container === "mp4" ? mp4 : (containers[input.format] ?? fallback);
	const decoder = await Decoder.create(audio);
	const filter = FilterAPI.create(
		`aresample=${sampleRate},aformat=sample_fmts=${codec === FF_ENCODER_AAC ? "fltp" : "flt"}`,
	);
	const encoder = await Encoder.create(codec, { decoder, filter, bitrate: "192k" });
	const muxer = await Muxer.open(writeTo(files.output), { format });
	const videoIndex = muxer.addStream(video);
	const audioIndex = muxer.addStream(encoder);
	const packets = {
		[videoIndex]: videoPackets(picture, video.index),
		[audioIndex]: encoder.packets(filter.frames(decoder.frames(sound.packets(audio.index)))),
	};
	await Promise.all(
		Object.entries(packets).map(async ([index, source]) => {
			for await (const packet of source) {
				if (!packet) continue;
				await muxer.writePacket(packet, Number(index));
				packet.free();
			}
			await muxer.writePacket(null, Number(index));
		}),
	);
	await muxer.close();
}

async function* videoPackets(demuxer: Demuxer, index: number): AsyncGenerator<Packet | null> {
	for await (const packet of demuxer.packets(index)) if (packet) yield packet;
}
