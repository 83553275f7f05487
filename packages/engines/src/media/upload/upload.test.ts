import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { UploadError } from "../../errors.ts";
import { createEncoder } from "../encoder.ts";
import type { OutputFormat } from "../formats.ts";
import { encodeALaw, encodeMuLaw } from "../g711.ts";
import { toneFile } from "../testing/tone-files.ts";
import { decodeInProcess } from "./decode.ts";
import { sniffUpload } from "./sniff.ts";
import { decodeUpload } from "./upload.ts";

const rate = 16_000;
const tone = (seconds: number, hertz = 440) =>
	Float32Array.from(
		{ length: Math.round(seconds * rate) },
		(_, at) => 0.4 * Math.sin((2 * Math.PI * hertz * at) / rate),
	);

type Encoding = { code: number; bits: number; write(view: DataView, offset: number, sample: number): void };
const encodings: Record<string, Encoding> = {
	"8 bit": { code: 1, bits: 8, write: (view, at, x) => view.setUint8(at, Math.round(x * 127) + 128) },
	"16 bit": { code: 1, bits: 16, write: (view, at, x) => view.setInt16(at, Math.round(x * 32_767), true) },
	"24 bit": {
		code: 1,
		bits: 24,
		write: (view, at, x) => {
			const value = Math.round(x * 8_388_607);
			view.setUint16(at, value & 0xffff, true);
			view.setInt8(at + 2, value >> 16);
		},
	},
	"32 bit": { code: 1, bits: 32, write: (view, at, x) => view.setInt32(at, Math.round(x * 2_147_483_647), true) },
	"32 bit float": { code: 3, bits: 32, write: (view, at, x) => view.setFloat32(at, x, true) },
	"64 bit float": { code: 3, bits: 64, write: (view, at, x) => view.setFloat64(at, x, true) },
	"a-law": { code: 6, bits: 8, write: (view, at, x) => view.setUint8(at, encodeALaw(Math.round(x * 32_767))) },
	"mu-law": { code: 7, bits: 8, write: (view, at, x) => view.setUint8(at, encodeMuLaw(Math.round(x * 32_767))) },
};

function wav(encoding: Encoding, samples: Float32Array, { channels = 1, sampleRate = rate, extensible = false } = {}) {
	const step = encoding.bits / 8;
	const head = extensible ? 60 : 36;
	const bytes = new Uint8Array(head + 8 + samples.length * channels * step);
	const view = new DataView(bytes.buffer);
	const tag = (at: number, text: string) => bytes.set(Buffer.from(text), at);
	tag(0, "RIFF");
	view.setUint32(4, bytes.length - 8, true);
	tag(8, "WAVEfmt ");
	view.setUint32(16, head - 20, true);
	view.setUint16(20, extensible ? 0xfffe : encoding.code, true);
	view.setUint16(22, channels, true);
	view.setUint32(24, sampleRate, true);
	view.setUint32(28, sampleRate * channels * step, true);
	view.setUint16(32, channels * step, true);
	view.setUint16(34, encoding.bits, true);
	if (extensible) view.setUint16(44, encoding.code, true);
	tag(head, "data");
	view.setUint32(head + 4, bytes.length - head - 8, true);
	let at = head + 8;
	for (const sample of samples)
		for (let channel = 0; channel < channels; channel++, at += step) encoding.write(view, at, sample);
	return bytes;
}

async function encoded(format: OutputFormat, samples: Float32Array): Promise<Uint8Array> {
	const encoder = await createEncoder(format, rate);
	return Buffer.concat([encoder.push(samples), encoder.flush()]);
}

/** Pitch in Hz, by counting upward zero crossings away from the ends. */
function pitch({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }): number {
	const middle = samples.subarray(samples.length >> 2, (samples.length * 3) >> 2);
	const rises = middle.filter((sample, at) => at > 0 && sample >= 0 && (middle[at - 1] ?? 0) < 0).length;
	return (rises * sampleRate) / middle.length;
}

describe("detects the format from the bytes, not from the name", () => {
	for (const [name, encoding] of Object.entries(encodings)) {
		test(`wav, ${name}, mono and multichannel`, async () => {
			for (const options of [{}, { channels: 3, extensible: true }]) {
				const audio = await decodeUpload(wav(encoding, tone(0.5), options), { fileName: "song.mp3" });
				expect(audio.sampleRate).toBe(rate);
				expect(audio.samples).toHaveLength(rate / 2);
				expect(Math.max(...audio.samples)).toBeCloseTo(0.4, 1);
				expect(Math.abs(pitch(audio) - 440)).toBeLessThan(8);
			}
		});
	}

	test("mp3 and opus, also after an ID3 tag", async () => {
		for (const format of ["mp3_44100_128", "mp3_22050_32", "opus_48000_32"] as const) {
			const audio = await decodeUpload(await encoded(format, tone(0.5)), { contentType: "audio/wav" });
			expect(audio.samples.length / audio.sampleRate).toBeCloseTo(0.5, 0);
			expect(Math.abs(pitch(audio) - 440)).toBeLessThan(8);
		}
		const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0, ...new Array(128).fill(0)]);
		const tagged = Buffer.concat([tag, await encoded("mp3_44100_128", tone(0.5))]);
		expect(sniffUpload(tagged)).toBe("mp3");
		expect(Math.abs(pitch(await decodeUpload(tagged)) - 440)).toBeLessThan(8);
	});

	test("flac and vorbis", async () => {
		for (const kind of ["flac", "vorbis"] as const) {
			expect(sniffUpload(toneFile(kind))).toBe(kind);
			const audio = await decodeUpload(toneFile(kind));
			expect(audio.sampleRate).toBe(kind === "flac" ? 8000 : 16_000);
			expect(audio.samples.length / audio.sampleRate).toBeCloseTo(0.4, 1);
			expect(Math.abs(pitch(audio) - 440)).toBeLessThan(8);
		}
	});

	test("decodes other formats with FFmpeg", async () => {
		const audio = await decodeUpload(toneFile("m4a"));
		expect(audio.samples.length / audio.sampleRate).toBeCloseTo(0.4, 1);
		expect(Math.abs(pitch(audio) - 440)).toBeLessThan(8);
	});

	test("gives up on a decoder that stops reporting progress", async () => {
		const file = await encoded("mp3_44100_128", tone(60));
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const decoding = decodeUpload(file, {}).catch((error: unknown) => error);
		let settled = false;
		void decoding.then(() => {
			settled = true;
		});
		while (!settled) {
			await setImmediate();
			vi.advanceTimersByTime(20_000);
		}
		expect(await decoding).toMatchObject({ name: "UploadError", fault: "stuck" });
	});

	test("names a file that can't be decoded", async () => {
		const decoding = decodeUpload(Buffer.from("hello ".repeat(50)), { fileName: "notes<b>.txt" });
		await expect(decoding).rejects.toThrow("The file notesb.txt is not an audio or video file that can be decoded.");
	});

	test("downsamples to the requested rate", async () => {
		const bytes = wav(encodings["16 bit"] as Encoding, tone(1, 880), { sampleRate: 32_000 });
		const audio = await decodeUpload(bytes, {}, { maxSampleRate: 16_000 });
		expect(audio.sampleRate).toBe(16_000);
		expect(audio.samples.length).toBe(8000);
		expect(pitch(audio)).toBeCloseTo(1760, -2);
	});
});

/** The decoders write to the console when a file is broken. Only decodeUpload captures that. */
beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("rejects hostile files with a reason", () => {
	const uploadError = async (bytes: Uint8Array, options = {}) => {
		const error = await decodeUpload(bytes, {}, options).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UploadError);
		return error as UploadError;
	};
	const float = encodings["32 bit float"] as Encoding;

	test("an empty file and a text file", async () => {
		expect((await uploadError(new Uint8Array(0))).fault).toBe("empty");
		expect((await uploadError(Buffer.from("hello ".repeat(50)))).fault).toBe("unsupported");
	});

	test("stops decoding at the length limit", async () => {
		const second = await encoded("mp3_22050_32", new Float32Array(rate));
		const bomb = Buffer.concat(new Array(40).fill(second));
		expect((await uploadError(bomb, { maxSeconds: 20 })).message).toContain("longer than");
		expect((await uploadError(wav(float, new Float32Array(rate * 3)), { maxSeconds: 2 })).fault).toBe("too_long");
	});

	test("false headers", async () => {
		const good = wav(float, tone(0.1));
		const changes: [offset: number, bytes: number[]][] = [
			[22, [0, 0]],
			[22, [255, 255]],
			[24, [0, 0, 0, 0]],
			[24, [255, 255, 255, 255]],
			[34, [0, 0]],
			[34, [13, 0]],
			[20, [77, 0]],
			[36, [0, 0, 0, 0]],
		];
		for (const [offset, bytes] of changes) {
			const bad = good.slice();
			bad.set(bytes, offset);
			await uploadError(bad);
		}
		const endless = good.slice();
		endless.set([255, 255, 255, 255], 40);
		expect((await decodeUpload(endless)).samples).toHaveLength(1600);
	});

	test("turns NaN and Infinity into silence", async () => {
		const samples = tone(0.1);
		samples[5] = Number.NaN;
		samples[6] = Number.POSITIVE_INFINITY;
		expect((await decodeUpload(wav(float, samples))).samples.every(Number.isFinite)).toBe(true);
	});

	test("returns audio or an error for truncated and damaged files", async () => {
		const files = [
			wav(encodings["16 bit"] as Encoding, tone(0.4)),
			await encoded("mp3_44100_64", tone(0.4)),
			await encoded("opus_48000_32", tone(0.4)),
			toneFile("flac"),
			toneFile("vorbis"),
		];
		let state = 1;
		const random = (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		for (const file of files) {
			for (let turn = 0; turn < 6; turn++) {
				const bad = file.slice(0, turn % 2 === 0 ? random(file.length) : file.length);
				for (let hit = 0; hit < turn * 3; hit++) bad[random(bad.length)] = random(256);
				const result = await decodeInProcess(bad, { maxSeconds: 60, maxSampleRate: 48_000 }).catch(
					(error: unknown) => error,
				);
				if (result instanceof UploadError) continue;
				expect((result as { samples: Float32Array }).samples.length).toBeGreaterThan(0);
			}
		}
	});

	test("stops when aborted", async () => {
		const file = await encoded("mp3_22050_32", new Float32Array(rate * 30));
		const long = Buffer.concat(new Array(20).fill(file));
		const signal = AbortSignal.timeout(100);
		await expect(decodeUpload(long, {}, { signal })).rejects.toThrow("timeout");
	});
});
