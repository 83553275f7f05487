import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeAudio } from "../media/decode.ts";
import { measureMp3 } from "./acx.ts";
import type { ExportFormat } from "./export.ts";
import { speechStart } from "./levels.ts";
import { createLoudnessMeter } from "./loudness.ts";
import { type MasterFileOptions, masterFile } from "./master-file.ts";
import type { MasterTarget } from "./master-plan.ts";
import { planMaster } from "./plan.ts";
import { renderMaster } from "./render.ts";
import type { Pcm } from "./slices.ts";
import { collect, createNoise, type SpeechSignal, silenceOf, speechSignal } from "./testing/signals.ts";

const sampleRate = 24_000;
let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-mastering-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Generated once, however often it is read. */
async function openOnce(signal: SpeechSignal): Promise<() => Pcm> {
	const pcm = await collect(speechSignal(signal));
	return async function* () {
		yield pcm;
	};
}

let files = 0;
async function master(
	signal: SpeechSignal | (() => Pcm),
	target: MasterTarget,
	format: ExportFormat = "mp3_44100_192",
	more: Pick<MasterFileOptions, "signal" | "onProgress"> = {},
) {
	const path = join(folder, `${files++}`);
	const open = typeof signal === "function" ? signal : await openOnce(signal);
	return { path, ...(await masterFile({ open, sampleRate, target, format, path, ...more })) };
}
const unmet = ({ acx }: Awaited<ReturnType<typeof master>>) => acx?.rules.filter(({ met }) => !met) ?? "no report";

describe("a chapter that fails ACX passes after mastering, as its MP3 file decodes", () => {
	test.each<[name: string, signal: SpeechSignal]>([
		["too quiet, with noise", { seconds: 8, gain: 0.01, noise: 0.00001 }],
		["too loud, with long silence", { seconds: 8, gain: 3, head: 4, tail: 7 }],
		["too spiky", { seconds: 8, gain: 0.1, spikes: 0.95, head: 0.2 }],
	])("%s", async (_, signal) => {
		const before = await master(signal, { kind: "none" });
		expect(before.acx?.met).toBe(false);
		const mastered = await master(signal, { kind: "acx" });
		expect(unmet(mastered)).toEqual([]);
		expect(mastered.met).toBe(true);
		expect(mastered.plan.outcome).toBe("reached");
		const rms = mastered.acx?.rules.find(({ id }) => id === "rms")?.value ?? 0;
		expect(rms).toBeGreaterThan(-20.6);
		expect(rms).toBeLessThan(-19.4);
		// The report is that of the file.
		expect((await measureMp3(createReadStream(mastered.path))).acx).toEqual(mastered.acx);
	});
});

test("the report names each rule with its limits, and what is not met", async () => {
	const noisy = await master({ seconds: 8, noise: 0.005 }, { kind: "acx" });
	expect(noisy.acx?.met).toBe(false);
	expect(unmet(noisy)).toEqual([
		{ id: "noise_floor", unit: "dB", max: -60, value: expect.closeTo(-52, -1), met: false },
	]);
	expect(noisy.acx?.rules.map(({ id }) => id)).toEqual([
		"rms",
		"peak",
		"noise_floor",
		"head",
		"tail",
		"length",
		"sample_rate",
		"bitrate",
		"bitrates",
	]);
});

test("a time in the chapter plus the offset is the time in the file", async () => {
	const signal = { seconds: 8, head: 1.3, tail: 0 };
	const start = speechStart(await collect(speechSignal(signal)), sampleRate);
	for (const format of ["mp3_44100_192", "wav_44100_16"] as const) {
		const { path, offsetSeconds, plan } = await master(signal, { kind: "acx" }, format);
		const bytes = await readFile(path);
		const { samples } = await decodeAudio(bytes, format === "wav_44100_16" ? "wav_44100" : "mp3_44100_192");
		expect(speechStart(samples, 44_100)).toBeCloseTo(start + offsetSeconds, 1);
		expect(Math.abs(speechStart(samples, 44_100) - start - offsetSeconds)).toBeLessThanOrEqual(0.011);
		if (format === "wav_44100_16") expect(samples.length).toBe(plan.samples);
	}
});

test("reaches a loudness without passing its true peak", async () => {
	for (const signal of [
		{ seconds: 6, gain: 0.2 },
		{ seconds: 6, gain: 0.1, spikes: 0.9 },
	]) {
		const open = await openOnce(signal);
		const plan = await planMaster(open, {
			sampleRate,
			target: { kind: "loudness", lufs: -16, truePeak: -1 },
		});
		const meter = createLoudnessMeter(44_100);
		for await (const piece of renderMaster(open, plan)) await meter.push(piece);
		const { integratedLufs, truePeakDb } = await meter.finish();
		expect(integratedLufs).toBeCloseTo(-16, 0.5);
		expect(truePeakDb).toBeLessThanOrEqual(-0.9);
		expect(plan.expected).toBeCloseTo(integratedLufs ?? 0, 0.5);
		expect(plan.ceilingDb).toBe("spikes" in signal ? -1 : null);
		expect(plan.offsetSeconds).toBe(0);
	}
});

test("the true peak holds for the MP3 file: where encoding raises it, the chapter is mastered again", async () => {
	const random = createNoise();
	const speech = await collect(speechSignal({ seconds: 6, gain: 0.15 }));
	const bursts = speech.map((sample, at) => (at % 9600 < 480 ? 0.9 * random() : sample));
	const open = async function* () {
		yield bursts;
	};
	let checks = 0;
	const { loudness, met, plan } = await master(open, { kind: "loudness", lufs: -16, truePeak: -1 }, "mp3_44100_64", {
		onProgress: (step, at) => void (step === "check" && at > 0 && checks++),
	});
	expect(checks).toBe(2);
	expect(met).toBe(true);
	expect(plan.ceilingDb).toBeLessThan(-1.4);
	expect(loudness?.truePeakDb).toBeLessThanOrEqual(-1);
	expect(loudness?.integratedLufs).toBeGreaterThan(-16.6);
	expect(loudness?.integratedLufs).toBeLessThan(-15.4);
});

test("says that a target can't be reached", async () => {
	const crackle = async function* () {
		for (let second = 0; second < 6; second++) {
			const piece = silenceOf(1, sampleRate);
			for (let at = 0; at < piece.length; at += 60) piece[at] = 0.9;
			yield piece;
		}
	};
	const spiky = await planMaster(crackle, { sampleRate, target: { kind: "loudness", lufs: -6, truePeak: -6 } });
	expect(spiky.outcome).toBe("too_spiky");
	expect(spiky.expected).toBeLessThan(-7);
	const silent = await master(
		async function* () {
			yield silenceOf(3, sampleRate);
		},
		{ kind: "acx" },
	);
	expect(silent.plan.outcome).toBe("silent");
	expect([silent.met, silent.acx?.met]).toEqual([false, false]);
	expect(silent.acx?.rules.find(({ id }) => id === "rms")?.value).toBeNull();
});

test("without a target, only the sample rate changes", async () => {
	const signal = { seconds: 3 };
	const { path, plan } = await master(signal, { kind: "none" }, "wav_44100_24");
	const bytes = await readFile(path);
	expect(bytes.length).toBe(44 + plan.samples * 3);
	expect([bytes.readUInt32LE(24), bytes.readUInt32LE(28), bytes.readUInt16LE(32), bytes.readUInt16LE(34)]).toEqual([
		44_100, 132_300, 3, 24,
	]);
	expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([bytes.length - 8, plan.samples * 3]);
	const samples = Float32Array.from({ length: plan.samples }, (_, at) => bytes.readIntLE(44 + at * 3, 3) / 8_388_607);
	const rendered = await collect(renderMaster(() => speechSignal(signal), plan));
	expect(samples.every((sample, at) => Math.abs(sample - (rendered[at] as number)) < 1e-6)).toBe(true);
});

test("stops when aborted, and leaves no file", async () => {
	const before = await readdir(folder);
	const controller = new AbortController();
	const endless = async function* () {
		for (let piece = 0; ; piece++) {
			if (piece === 3) controller.abort();
			yield silenceOf(1, sampleRate);
		}
	};
	await expect(master(endless, { kind: "acx" }, "mp3_44100_192", { signal: controller.signal })).rejects.toThrow(
		"abort",
	);
	expect(await readdir(folder)).toEqual(before);
});

test("an hour takes little memory", { tags: ["measured"], timeout: 900_000 }, async () => {
	const minute = await collect(speechSignal({ seconds: 60 }));
	const hour = async function* () {
		for (let count = 0; count < 60; count++) yield minute;
	};
	await master({ seconds: 2 }, { kind: "acx" });
	const before = process.memoryUsage.rss();
	let peak = before;
	const timer = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage.rss());
	}, 20);
	const started = performance.now();
	const { acx } = await master(hour, { kind: "acx" });
	clearInterval(timer);
	const seconds = (performance.now() - started) / 1000;
	console.log(`mastered an hour in ${seconds.toFixed(0)} s with ${((peak - before) / 1e6).toFixed(0)} MB`);
	expect(acx?.met).toBe(true);
	expect(peak - before).toBeLessThan(150e6);
});
