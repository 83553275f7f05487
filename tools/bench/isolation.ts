// npm run bench:isolation: how much noise isolation removes from natural speech, how fast, and whether speech is easier
// to understand afterwards. Needs the test audio of ../shared; GTCRN is measured if its weights are there or installed.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findGtcrn } from "@timbre/engines/isolation/isolation.ts";
import type { IsolationEngine } from "@timbre/engines/isolation/isolator.ts";
import { createRecordingIsolator } from "@timbre/engines/isolation/recording/in-worker.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { ensureModel } from "@timbre/engines/models/store.ts";
import { createMoonshine } from "@timbre/engines/transcription/providers/moonshine.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";

const data = join(ROOT, "../shared/engines/data");
const noiseNames = ["rain", "vacuum_cleaner", "keyboard_typing", "wind", "crackling_fire"];
const rate = 48_000;
const seconds = 8;
const readers = 4;
const snrDb = 5;
/** Speech that is easy to understand leaves nothing to improve. */
const hardSnrDb = -5;
const goals = { gtcrn: 5, rnnoise: 3.5 } as const;
const maxCpuPerSecond = 0.15;

const dot = (some: Float32Array, other: Float32Array) =>
	some.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Scale-invariant signal-to-distortion ratio in decibels. */
function siSdr(clean: Float32Array, audio: Float32Array): number {
	const scale = dot(clean, audio) / dot(clean, clean);
	const target = scale ** 2 * dot(clean, clean);
	const rest = audio.map((value, at) => value - scale * (clean[at] ?? 0));
	return 10 * Math.log10(target / Math.max(1e-12, dot(rest, rest)));
}

function mix(clean: Float32Array, noise: Float32Array, decibels: number): Float32Array {
	const repeated = clean.map((_, at) => noise[at % noise.length] ?? 0);
	const gain = Math.sqrt(dot(clean, clean) / dot(repeated, repeated) / 10 ** (decibels / 10));
	const mixed = clean.map((value, at) => value + gain * (repeated[at] ?? 0));
	const loudest = mixed.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
	return loudest > 1 ? mixed.map((value) => value / loudest) : mixed;
}

async function load(file: string): Promise<Float32Array> {
	const { samples, sampleRate } = await decodeUpload(await readFile(join(data, file)));
	return resample(samples, sampleRate, rate).slice(0, seconds * rate);
}

const files = await readdir(join(data, "speech")).catch(() => undefined);
if (!files) {
	console.log("Skipped: the test audio of ../shared is not here.");
	process.exit(0);
}
const speech = await Promise.all(
	files.filter((_, at) => at % Math.ceil(files.length / readers) === 0).map((file) => load(`speech/${file}`)),
);
const noises = await Promise.all(noiseNames.map(async (name) => ({ name, audio: await load(`noise/${name}.wav`) })));
const models = await mkdtemp(join(tmpdir(), "timbre-isolation-"));
await mkdir(join(models, "gtcrn"));
const weights = (await findGtcrn(modelsDir(process.env))) ?? join(data, "gtcrn_simple.onnx");
await copyFile(weights, join(models, "gtcrn", "gtcrn_simple.onnx"));
const isolate = createRecordingIsolator({ modelsDir: models });

async function clean(audio: Float32Array, engine: IsolationEngine): Promise<Float32Array> {
	const pcm = new Int16Array(audio.length);
	writeInt16(audio, pcm);
	const signal = new AbortController().signal;
	const chunk = { sampleRate: rate, channels: 1, before: 0, after: 0, engine } as const;
	const isolated = Buffer.from((await isolate(chunk, littleEndianBytes(pcm), signal)).pcm);
	return Float32Array.from({ length: isolated.length / 2 }, (_, at) => isolated.readInt16LE(at * 2) / 32_767);
}

const { dir } = await ensureModel("moonshine-tiny", { dir: modelsDir(process.env) });
const transcriber = await createMoonshine({ modelDir: dir, threads: 1 });
const transcribe = async (audio: Float32Array) =>
	(await transcriber.transcribe(resample(audio, rate, 16_000), "en")).text;
const texts = await Promise.all(speech.map(transcribe));

const failures: string[] = [];
for (const engine of ["gtcrn", "rnnoise"] as const) {
	// Loads the engine.
	await clean(new Float32Array(rate), engine);
	const gains: number[] = [];
	let work = 0;
	let cpu = 0;
	for (const { name, audio } of noises) {
		const own: number[] = [];
		for (const voice of speech) {
			const noisy = mix(voice, audio, snrDb);
			const started = performance.now();
			const before = process.cpuUsage();
			const isolated = await clean(noisy, engine);
			const used = process.cpuUsage(before);
			work += performance.now() - started;
			cpu += (used.user + used.system) / 1000;
			own.push(siSdr(voice, isolated) - siSdr(voice, noisy));
		}
		gains.push(...own);
		printFigures(`${engine}, ${name}: ${mean(own).toFixed(1)} dB`);
	}
	const heard = { before: [] as number[], after: [] as number[] };
	for (const [at, voice] of speech.entries()) {
		const noisy = mix(voice, noises[at % noises.length]?.audio ?? voice, hardSnrDb);
		heard.before.push(wordErrors(texts[at] ?? "", await transcribe(noisy)).rate);
		heard.after.push(wordErrors(texts[at] ?? "", await transcribe(await clean(noisy, engine))).rate);
	}
	const perSecond = (milliseconds: number) => milliseconds / 1000 / (gains.length * seconds);
	const untouched = mean(await Promise.all(speech.map(async (voice) => siSdr(voice, await clean(voice, engine)))));
	printFigures(`${engine}: SI-SDR ${mean(gains).toFixed(1)} dB better at ${snrDb} dB (goal ${goals[engine]})`);
	// The goal is in CPU time: other programs make the real-time factor larger, but not the work.
	printFigures(
		`${engine}: ${perSecond(cpu).toFixed(3)} CPU seconds per second of audio (goal ${maxCpuPerSecond}), real-time factor ${perSecond(work).toFixed(3)}`,
	);
	printFigures(
		`${engine}: word errors at ${hardSnrDb} dB ${(mean(heard.before) * 100).toFixed(0)}% before, ${(mean(heard.after) * 100).toFixed(0)}% after`,
	);
	printFigures(`${engine}: clean speech keeps an SI-SDR of ${untouched.toFixed(1)} dB`);
	if (mean(gains) < goals[engine]) failures.push(`${engine} removes too little noise`);
	if (perSecond(cpu) > maxCpuPerSecond) failures.push(`${engine} is too slow`);
	if (mean(heard.after) > mean(heard.before)) failures.push(`speech is harder to understand after ${engine}`);
}
await rm(models, { recursive: true, force: true });
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
