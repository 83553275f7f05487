import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tooLong, UploadError } from "../../errors.ts";
import { createSampleCollector, type MonoAudio, type UploadLimits } from "../upload/decode.ts";

/** Allowed container formats. Playlists and scripts are excluded, because they make ffmpeg read other files. */
const containers = [
	"mov,mp4,m4a,3gp,3g2,mj2",
	"matroska,webm",
	"wav,w64,aiff,caf,au",
	"mp3,aac,flac,ogg,ac3,eac3,amr,ape,wv,tta",
	"asf,avi,flv,mpegts,mpeg,dts",
].join(",");

const sampleRate = 48_000;
const memoryKilobytes = 2_000_000;
const secondsPerHour = 120;

export type FfmpegOptions = { signal?: AbortSignal; program?: string };

/**
 * Decodes a file with ffmpeg. Returns undefined if ffmpeg is not installed; throws UploadError if the file cannot be
 * decoded.
 */
export async function decodeWithFfmpeg(
	bytes: Uint8Array,
	limits: UploadLimits,
	{ signal, program = "ffmpeg" }: FfmpegOptions = {},
): Promise<MonoAudio | undefined> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-upload-"));
	try {
		// A file instead of a pipe, because an MP4 index may be at the end.
		const file = join(folder, "upload");
		await writeFile(file, bytes, { mode: 0o600 });
		return await run(program, file, limits, signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function run(
	program: string,
	file: string,
	limits: UploadLimits,
	signal: AbortSignal | undefined,
): Promise<MonoAudio | undefined> {
	const rate = Math.min(sampleRate, limits.maxSampleRate);
	const input = ["-protocol_whitelist", "file", "-format_whitelist", containers, "-i", `file:${file}`];
	// Decode one second more than allowed, to notice audio that is too long.
	const output = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "1", "-ar", String(rate)];
	const limit = ["-t", String(limits.maxSeconds + 1), "-f", "f32le", "pipe:1"];
	const options = ["-nostdin", "-hide_banner", "-nostats", "-max_alloc", "500000000", "-threads", "1"];
	// The shell sets resource limits and then execs ffmpeg. The script contains nothing from the upload.
	const script = `ulimit -v ${memoryKilobytes} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`;
	const args = ["-c", script, program, ...options, ...input, ...output, ...limit];
	const timeoutMs = Math.max(20, (limits.maxSeconds / 3600) * secondsPerHour) * 1000;

	return new Promise((resolve, reject) => {
		const child = spawn("sh", args, { stdio: ["ignore", "pipe", "pipe"] });
		const collected = createSampleCollector({ maxSeconds: limits.maxSeconds, maxSampleRate: rate });
		const stop = (error: Error) => {
			child.kill("SIGKILL");
			reject(error);
		};
		const timer = setTimeout(() => stop(new UploadError("stuck", "Decoding the file took too long.")), timeoutMs);
		const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
		signal?.addEventListener("abort", onAbort, { once: true });
		if (signal?.aborted) onAbort();
		let rest = Buffer.alloc(0);
		let stderr = "";
		child.stderr.on("data", (chunk: Buffer) => {
			stderr = (stderr + chunk.toString("utf8")).slice(0, 10_000);
			// ffmpeg prints the duration before it decodes, so a file that is too long is rejected early.
			const [, hours, minutes] = /^ {2}Duration: (\d+):(\d\d):/m.exec(stderr) ?? [];
			if (Number(hours) * 3600 + Number(minutes) * 60 > limits.maxSeconds) stop(tooLong(limits.maxSeconds));
		});
		child.stdout.on("data", (chunk: Buffer) => {
			const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
			const count = bytes.length >> 2;
			const piece = new Float32Array(count);
			for (let at = 0; at < count; at++) piece[at] = bytes.readFloatLE(at * 4);
			rest = Buffer.from(bytes.subarray(count * 4));
			try {
				collected.push(piece, rate);
			} catch {
				stop(tooLong(limits.maxSeconds));
			}
		});
		child.on("error", stop);
		child.on("close", (code) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			// 127: the shell did not find the program.
			if (code === 127) return resolve(undefined);
			if (collected.empty()) return reject(new UploadError("unreadable", errorMessage(stderr)));
			resolve(collected.finish("audio"));
		});
	});
}

function errorMessage(stderr: string): string {
	if (/matches no streams|does not contain any stream/i.test(stderr)) return "The file contains no audio.";
	return "The file is damaged or its format is not supported.";
}
