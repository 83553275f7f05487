import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UploadError } from "../../errors.ts";
import { encodeWav } from "../encode-wav.ts";
import { createEncoder } from "../encoder.ts";
import { type MediaKind, makeFile, makeMedia, recipes } from "../testing/make-media.ts";
import { containerOf } from "../upload/container.ts";
import { decodeUpload } from "../upload/upload.ts";
import { runConfined } from "./process.ts";
import type { MediaReport, MediaTask } from "./protocol.ts";

/** Pitch in Hz, by counting upward zero crossings away from the ends. */
function pitch({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }): number {
	const middle = samples.subarray(samples.length >> 2, (samples.length * 3) >> 2);
	const rises = middle.filter((sample, at) => at > 0 && sample >= 0 && (middle[at - 1] ?? 0) < 0).length;
	return (rises * sampleRate) / middle.length;
}

async function temporaryFile(bytes: Uint8Array, name = "file") {
	const folder = await mkdtemp(join(tmpdir(), "timbre-test-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, name);
	await writeFile(path, bytes);
	const file = await open(path, "r+");
	onTestFinished(() => file.close());
	return { path, fd: file.fd };
}

/** A container each with its own way to store audio. All types are tested through the API. */
const kinds = ["m4a", "mkv", "wmv", "flac"] as const satisfies MediaKind[];

describe("decodes audio and video by content", () => {
	test.each(kinds)("%s", async (kind) => {
		const audio = await decodeUpload(await makeMedia(kind), { fileName: "notes.txt", contentType: "text/plain" });
		expect(audio.samples.length / audio.sampleRate).toBeCloseTo(1, 0);
		expect(Math.abs(pitch(audio) - 440)).toBeLessThan(8);
	});

	test("reports what a file contains", async () => {
		const bytes = await makeMedia("mp4", { size: "128x96" });
		const { fd } = await temporaryFile(bytes);
		const reports: MediaReport[] = [];
		const task: MediaTask = { name: "probe", input: { format: "mov", bytes: bytes.length } };
		await runConfined(task, { input: fd, timeoutMs: 20_000, onReport: (report) => reports.push(report) });
		expect(reports[0]).toMatchObject({
			info: {
				seconds: expect.closeTo(1, 1),
				streams: [
					{ kind: "video", codec: "h264", width: 128, height: 96 },
					{ kind: "audio", codec: "aac", sampleRate: 44_100, channels: 2 },
				],
			},
		});
	});

	test.each(["mp4", "webm", "wmv"] as const)("replaces the audio of %s and keeps its picture", async (kind) => {
		const video = await makeMedia(kind, { seconds: 2 });
		const wav = await makeFile(recipes.wav, { seconds: 2, hertz: 880 });
		const [input, audio, output] = [
			await temporaryFile(video),
			await temporaryFile(wav),
			await temporaryFile(Buffer.alloc(0)),
		];
		const format = containerOf(video);
		if (!format) throw new Error("unknown container");
		await runConfined(
			{ name: "replace_audio", input: { format, bytes: video.length }, audioBytes: wav.length },
			{ input: input.fd, audio: audio.fd, output: output.fd, timeoutMs: 20_000 },
		);
		const replaced = await readFile(output.path);
		const sound = await decodeUpload(replaced);
		expect(Math.abs(pitch(sound) - 880)).toBeLessThan(10);
		expect(sound.samples.length / sound.sampleRate).toBeCloseTo(2, 0);
		const reports: MediaReport[] = [];
		await runConfined(
			{ name: "probe", input: { format: containerOf(replaced) ?? format, bytes: replaced.length } },
			{ input: output.fd, timeoutMs: 20_000, onReport: (report) => reports.push(report) },
		);
		expect(reports[0]).toMatchObject({
			info: { streams: [{ kind: "video", width: 64, height: 48 }, { kind: "audio" }] },
		});
	});
});

test.each(["aac", "flac"] as const)("encodes a wav stream of unknown length as %s", async (format) => {
	const { data } = await readFileOf(format);
	expect(containerOf(data)).toBe(format);
	const sound = await decodeUpload(data);
	expect(Math.abs(pitch(sound) - 440)).toBeLessThan(8);
	expect(sound.samples.length / sound.sampleRate).toBeCloseTo(2, 0);
});

async function readFileOf(format: "aac" | "flac") {
	async function* stream() {
		const encoder = await createEncoder("wav_24000", 24_000);
		for (let second = 0; second < 2; second++)
			yield encoder.push(
				Float32Array.from({ length: 24_000 }, (_, at) => 0.5 * Math.sin((at * 2 * Math.PI * 440) / 24_000)),
			);
		yield encoder.flush();
	}
	const parts: Uint8Array[] = [];
	for await (const part of encodeWav(stream(), format)) parts.push(part);
	return { data: Buffer.concat(parts) };
}

describe("hostile files end with an error", () => {
	const fault = async (bytes: Uint8Array) => {
		const error = await decodeUpload(bytes, {}, { maxSeconds: 5 }).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UploadError);
		return (error as UploadError).fault;
	};

	test("playlists and scripts that name other files", async () => {
		for (const text of [
			"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n",
			"ffconcat version 1.0\nfile /etc/hostname\n",
			"[playlist]\nFile1=/etc/hostname\n",
			'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>',
		]) {
			expect(await fault(Buffer.from(text))).toBe("unsupported");
		}
	});

	test.each(["mp4", "mkv", "avi", "wmv", "flv", "m4a", "aiff"] as const)("%s, cut off and damaged", async (kind) => {
		const file = await makeMedia(kind);
		for (const bad of [file.subarray(0, 40), file.subarray(0, file.length >> 1), scramble(file)]) {
			const result = await decodeUpload(bad, {}, { maxSeconds: 60 }).catch((error: unknown) => error);
			if (!(result instanceof UploadError))
				expect((result as { samples: Float32Array }).samples.length).toBeGreaterThan(0);
		}
	});

	test("a video without audio", async () => {
		expect(await fault(await makeFile({ format: "mp4", video: "libx264" }))).toBe("unreadable");
	});

	test("audio that is longer than allowed, whatever the file claims", async () => {
		for (const kind of ["aac", "m4a"] as const)
			expect(await fault(await makeMedia(kind, { seconds: 8 }))).toBe("too_long");
	});

	test("a task that takes too long is killed", async () => {
		const bytes = await makeMedia("m4a", { seconds: 30 });
		const { fd } = await temporaryFile(bytes);
		const task: MediaTask = {
			name: "decode",
			input: { format: "mov", bytes: bytes.length },
			sampleRate: 48_000,
			channels: 2,
			maxSeconds: 60,
		};
		// A reader that never goes on.
		const stuck = runConfined(task, { input: fd, timeoutMs: 3_000 }, () => new Promise(() => {}));
		await expect(stuck).rejects.toMatchObject({ fault: "stuck" });
	});
});

function scramble(file: Uint8Array): Uint8Array {
	const bad = file.slice();
	let state = 7;
	for (let hit = 0; hit < 200; hit++) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		bad[64 + (state % (bad.length - 64))] = state >>> 24;
	}
	return bad;
}
