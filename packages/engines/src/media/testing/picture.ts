import { createHash } from "node:crypto";
import { Demuxer } from "node-av/api";
import { avGetCodecName } from "node-av/lib";

/** What a file that the product has written contains: its streams, and its picture as it is stored. */
export async function inspectMedia(bytes: Uint8Array) {
	const demuxer = await Demuxer.open(Buffer.from(bytes));
	const codecs = demuxer.streams.map(({ codecpar }) => avGetCodecName(codecpar.codecId) ?? "unknown");
	const hash = createHash("sha256");
	let packets = 0;
	const video = demuxer.video();
	if (video)
		for await (const packet of demuxer.packets(video.index)) {
			if (!packet?.data) continue;
			hash.update(packet.data);
			packets++;
			packet.free();
		}
	const { duration } = demuxer;
	await demuxer.close();
	return { codecs, seconds: duration, picture: { packets, hash: hash.digest("hex") } };
}
