import { writeSync } from "node:fs";
import { Decoder, FilterAPI } from "node-av/api";
import { files } from "../../../confined/files.ts";
import type { MediaReport, MediaTask } from "../protocol.ts";
import { MediaFailure } from "./failure.ts";
import { describe, openInput } from "./input.ts";

const reportEverySeconds = 5;

export async function decode(
	{ input, sampleRate, channels, maxSeconds }: Extract<MediaTask, { name: "decode" }>,
	report: (message: MediaReport) => void,
): Promise<void> {
	const demuxer = await openInput(files.input, input.bytes, input.format);
	const info = describe(demuxer, input.format);
	report({ type: "info", info });
	// The claim may be false, so the decoded audio is counted too.
	if (info.seconds > maxSeconds + 1) throw new MediaFailure("too_long", "The file is too long.");
	const stream = demuxer.audio();
	if (!stream) throw new MediaFailure("no_audio", "The file contains no audio.");
	const decoder = await Decoder.create(stream, { options: { threads: 1 } });
	const layout = ["", ":channel_layouts=mono", ":channel_layouts=stereo"][channels] ?? "";
	const filter = FilterAPI.create(`aresample=${sampleRate},aformat=sample_fmts=flt${layout}`);
	let written = 0;
	let reported = 0;
	let outputChannels = 0;
	for await (const frame of filter.frames(decoder.frames(demuxer.packets(stream.index)))) {
		if (!frame) continue;
		const [bytes] = frame.data ?? [];
		if (bytes && frame.nbSamples > 0) {
			if (outputChannels === 0) {
				outputChannels = frame.channels;
				report({ type: "audio", sampleRate, channels: outputChannels });
			}
			const seconds = (written + frame.nbSamples) / sampleRate;
			if (seconds > maxSeconds) throw new MediaFailure("too_long", "The file is too long.");
			writeAll(files.output, bytes.subarray(0, frame.nbSamples * outputChannels * 4));
			written += frame.nbSamples;
			if (seconds - reported >= reportEverySeconds) {
				reported = seconds;
				report({ type: "progress", seconds });
			}
		}
		frame.free();
	}
	if (written === 0) throw new MediaFailure("unreadable", "No audio can be decoded from the file.");
}

function writeAll(file: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
}
