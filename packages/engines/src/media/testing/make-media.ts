// Makes real audio and video files with FFmpeg, in the test's own process: nothing here reads a hostile file.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from "node-av/api";
import { AV_LOG_ERROR, type FFEncoderCodec } from "node-av/constants";
import { Log } from "node-av/lib";

// Encoders describe themselves in the output of the tests otherwise.
Log.setLevel(AV_LOG_ERROR);

type Recipe = { format: string; audio?: string; video?: string; sampleFormat?: string; sampleRate?: number };

export const recipes = {
	aac: { format: "adts", audio: "aac", sampleFormat: "fltp" },
	aiff: { format: "aiff", audio: "pcm_s16be", sampleFormat: "s16" },
	mp3: { format: "mp3", audio: "libmp3lame", sampleFormat: "fltp" },
	opus: { format: "opus", audio: "libopus", sampleFormat: "flt", sampleRate: 48_000 },
	wav: { format: "wav", audio: "pcm_s16le", sampleFormat: "s16" },
	"webm audio": { format: "webm", audio: "libopus", sampleFormat: "flt", sampleRate: 48_000 },
	flac: { format: "flac", audio: "flac", sampleFormat: "s16" },
	m4a: { format: "ipod", audio: "aac", sampleFormat: "fltp" },
	mp4: { format: "mp4", audio: "aac", sampleFormat: "fltp", video: "libx264" },
	avi: { format: "avi", audio: "libmp3lame", sampleFormat: "fltp", video: "mpeg4" },
	mkv: { format: "matroska", audio: "libopus", sampleFormat: "flt", sampleRate: 48_000, video: "libx264" },
	mov: { format: "mov", audio: "pcm_s16le", sampleFormat: "s16", video: "mjpeg" },
	wmv: { format: "asf", audio: "wmav2", sampleFormat: "fltp", video: "wmv2" },
	flv: { format: "flv", audio: "aac", sampleFormat: "fltp", video: "flv" },
	webm: { format: "webm", audio: "libopus", sampleFormat: "flt", sampleRate: 48_000, video: "libvpx" },
	mpeg: { format: "mpeg", audio: "mp2", sampleFormat: "s16", video: "mpeg2video" },
	"3gpp": { format: "3gp", audio: "aac", sampleFormat: "fltp", video: "mpeg4" },
	ogv: { format: "ogg", audio: "libopus", sampleFormat: "flt", sampleRate: 48_000, video: "libtheora" },
} as const satisfies Record<string, Recipe>;
export type MediaKind = keyof typeof recipes;

type Options = {
	seconds?: number;
	hertz?: number;
	size?: string;
	/** A wav file to encode instead of a tone. */
	wav?: Uint8Array;
};

/** A tone of 440 Hz or the given recording, and a test picture for video. */
export async function makeMedia(kind: MediaKind, options: Options = {}): Promise<Buffer> {
	return makeFile(recipes[kind], options);
}

export async function makeFile(
	recipe: Recipe,
	{ seconds = 1, hertz = 440, size = "64x48", wav }: Options = {},
): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-media-"));
	try {
		const path = join(folder, "made");
		const muxer = await Muxer.open(path, { format: recipe.format });
		const streams: [index: number, packets: ReturnType<Encoder["packets"]>][] = [];
		if (recipe.video) {
			const picture = await openSource(`testsrc=duration=${seconds}:size=${size}:rate=25`);
			const format = recipe.video === "mjpeg" ? "yuvj420p" : "yuv420p";
			streams.push(await addStream(muxer, picture, recipe.video, `format=${format}`));
		}
		if (recipe.audio) {
			const { sampleRate = 44_100, sampleFormat } = recipe;
			const sound = wav
				? await Demuxer.open(Buffer.from(wav), { format: "wav" })
				: await openSource(`sine=frequency=${hertz}:duration=${seconds}:sample_rate=${sampleRate}`);
			const filter = `aresample=${sampleRate},aformat=sample_fmts=${sampleFormat}:channel_layouts=stereo`;
			streams.push(await addStream(muxer, sound, recipe.audio, filter));
		}
		await Promise.all(
			streams.map(async ([index, packets]) => {
				for await (const packet of packets) {
					if (!packet) continue;
					await muxer.writePacket(packet, index);
					packet.free();
				}
			}),
		);
		await muxer.close();
		return await readFile(path);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const openSource = (description: string) => Demuxer.open(description, { format: "lavfi" });

async function addStream(
	muxer: Muxer,
	demuxer: Demuxer,
	codec: string,
	description: string,
): Promise<[index: number, packets: ReturnType<Encoder["packets"]>]> {
	const [stream] = demuxer.streams;
	if (!stream) throw new Error("the source has no stream");
	const decoder = await Decoder.create(stream);
	const filter = FilterAPI.create(description);
	const encoder = await Encoder.create(codec as FFEncoderCodec, { decoder, filter });
	return [muxer.addStream(encoder), encoder.packets(filter.frames(decoder.frames(demuxer.packets(stream.index))))];
}
