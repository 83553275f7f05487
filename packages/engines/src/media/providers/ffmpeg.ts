import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collector, type MonoAudio, type UploadLimits } from "../upload-decode.ts";
import { tooLong, UploadError } from "../upload-errors.ts";

/** Containers that hold a recording. Not among them: playlists and scripts, which would make ffmpeg read other files. */
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

/** Whether a file could be read at all: undefined means that the program is not there. */
export async function decodeWithFfmpeg(
	bytes: Uint8Array,
	limits: UploadLimits,
	{ signal, program = "ffmpeg" }: FfmpegOptions = {},
): Promise<MonoAudio | undefined> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-upload-"));
	try {
		// A file and not a pipe: the index of a film may come last.
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
	// One second more than allowed tells a sound that ends in time from one that does not.
	const output = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "1", "-ar", String(rate)];
	const limit = ["-t", String(limits.maxSeconds + 1), "-f", "f32le", "pipe:1"];
	const options = ["-nostdin", "-hide_banner", "-nostats", "-max_alloc", "500000000", "-threads", "1"];
	// The shell only sets the limits and becomes ffmpeg; nothing of the upload is part of its text.
	const script = `ulimit -v ${memoryKilobytes} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`;
	const arguments_ = ["-c", script, program, ...options, ...input, ...output, ...limit];
	const patience = Math.max(20, (limits.maxSeconds / 3600) * secondsPerHour) * 1000;

	return new Promise((resolve, reject) => {
		const child = spawn("sh", arguments_, { stdio: ["ignore", "pipe", "pipe"] });
		const collected = collector({ maxSeconds: limits.maxSeconds, maxSampleRate: rate });
		const stop = (error: Error) => {
			child.kill("SIGKILL");
			reject(error);
		};
		const timer = setTimeout(() => stop(new UploadError("stuck", "Reading the file took too long.")), patience);
		const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
		signal?.addEventListener("abort", onAbort, { once: true });
		if (signal?.aborted) onAbort();
		let rest = Buffer.alloc(0);
		let complaint = "";
		child.stderr.on("data", (chunk: Buffer) => {
			complaint = (complaint + chunk.toString("utf8")).slice(0, 10_000);
			// It tells what the file claims before it reads it: minutes of silence need not be read to be refused.
			const [, hours, minutes] = /^ {2}Duration: (\d+):(\d\d):/m.exec(complaint) ?? [];
			if (Number(hours) * 3600 + Number(minutes) * 60 > limits.maxSeconds) stop(tooLong(limits.maxSeconds));
		});
		child.stdout.on("data", (chunk: Buffer) => {
			const whole = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
			const count = whole.length >> 2;
			const piece = new Float32Array(count);
			for (let at = 0; at < count; at++) piece[at] = whole.readFloatLE(at * 4);
			rest = Buffer.from(whole.subarray(count * 4));
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
			// What a shell answers when there is no such program.
			if (code === 127) return resolve(undefined);
			if (collected.empty()) return reject(new UploadError("unreadable", reason(complaint)));
			resolve(collected.finish("audio"));
		});
	});
}

function reason(complaint: string): string {
	if (/matches no streams|does not contain any stream/i.test(complaint)) return "The file holds no sound.";
	return "The file is of no kind that can be read, or it is damaged.";
}
