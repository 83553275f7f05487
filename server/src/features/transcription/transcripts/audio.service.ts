import { maxTranscriptPeaks } from "@timbre/contract/transcription/rules.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { createPeaks } from "@timbre/engines/media/peaks.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { Recording } from "../../uploads/uploads.public.ts";
import { mixDown } from "./words.ts";

/** Small, and clear enough to check words by. */
const format = "mp3_24000_48";
/** Between two of these pieces, the process can do other work. */
const pieceSamples = 1 << 17;

/** Stores the recording as MP3 and returns its waveform. At most one chunk is in memory. */
export async function storeAudio(
	storage: Storage,
	key: string,
	recording: Recording,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const peaks = createPeaks({ count: maxTranscriptPeaks });
	const encoder = await createEncoder(format, recording.sampleRate);
	async function* encoded(): AsyncGenerator<Uint8Array> {
		for (const chunk of recording.chunks) {
			const samples = mixDown(await readAll(storage, chunk.key), recording.channels);
			peaks.push(samples);
			for (let at = 0; at < samples.length; at += pieceSamples) {
				signal.throwIfAborted();
				yield encoder.push(samples.subarray(at, at + pieceSamples));
				await new Promise(setImmediate);
			}
		}
		yield encoder.flush();
	}
	try {
		await storage.putStream(key, encoded(), "audio/mpeg");
		return peaks.finish();
	} finally {
		encoder.close();
	}
}

export async function readAll(storage: Storage, key: string): Promise<Buffer> {
	const object = await storage.get(key);
	if (!object) throw new Error(`${key} is missing`);
	const pieces: Buffer[] = [];
	for await (const piece of object.body) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}
