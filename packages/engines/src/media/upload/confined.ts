import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tooLong, UploadError } from "../../errors.ts";
import { runConfined } from "../confined/process.ts";
import { containerOf } from "./container.ts";
import { createSampleCollector, type MonoAudio, type UploadLimits } from "./decode.ts";

const sampleRate = 48_000;
const minTimeoutMs = 20_000;
/** An hour of audio may take this long on a slow machine. */
const msPerHour = 120_000;

/** Decodes a file with FFmpeg, in a confined process. */
export async function decodeConfined(
	bytes: Uint8Array,
	limits: UploadLimits,
	signal?: AbortSignal,
): Promise<MonoAudio> {
	const format = containerOf(bytes);
	if (!format) throw new UploadError("unsupported", "This file format is not supported.");
	const rate = Math.min(sampleRate, limits.maxSampleRate);
	const collector = createSampleCollector({ ...limits, maxSampleRate: rate });
	let rest: Buffer = Buffer.alloc(0);
	await withFile(bytes, (input) =>
		runConfined(
			{
				name: "decode",
				input: { format, bytes: bytes.length },
				sampleRate: rate,
				channels: 1,
				maxSeconds: limits.maxSeconds,
			},
			{ input, signal, timeoutMs: Math.max(minTimeoutMs, (limits.maxSeconds / 3600) * msPerHour) },
			(chunk) => {
				const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
				const piece = new Float32Array(joined.length >> 2);
				for (let at = 0; at < piece.length; at++) piece[at] = joined.readFloatLE(at * 4);
				rest = Buffer.from(joined.subarray(piece.length * 4));
				collector.push(piece, rate);
			},
		),
	).catch((error: unknown) => {
		// The confined process knows no units for people.
		throw error instanceof UploadError && error.fault === "too_long" ? tooLong(limits.maxSeconds) : error;
	});
	return collector.finish("audio");
}

/** A file and not a pipe, because an MP4 index may be at the end. It has no name that another process could open. */
async function withFile<T>(bytes: Uint8Array, use: (file: number) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-upload-"));
	const file = await open(join(folder, "upload"), "wx+", 0o600).finally(() => undefined);
	try {
		await file.writeFile(bytes);
		await rm(folder, { recursive: true, force: true });
		return await use(file.fd);
	} finally {
		await file.close();
		await rm(folder, { recursive: true, force: true });
	}
}
