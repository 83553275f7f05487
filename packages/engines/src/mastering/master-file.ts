// Masters a chapter into a file, and for ACX checks the file as it was written.
import { createReadStream } from "node:fs";
import { type FileHandle, open as openFile, rm } from "node:fs/promises";
import { type AcxReport, acxLimits, measureMp3 } from "./acx.ts";
import { type ExportFormat, encodeExport, exportDelaySeconds, isMp3 } from "./export.ts";
import type { Levels } from "./levels.ts";
import type { Loudness } from "./loudness.ts";
import type { MasterPlan, MasterTarget } from "./master-plan.ts";
import { acxCeilingDb, planMaster } from "./plan.ts";
import { masterRate, renderMaster } from "./render.ts";
import type { OpenPcm, Pcm } from "./slices.ts";

export type MasterFileOptions = {
	open: OpenPcm;
	sampleRate: number;
	target: MasterTarget;
	format: ExportFormat;
	/** Created or replaced; removed again if mastering fails. */
	path: string;
	/** Keeps peaks lower by this, for what another encoder adds to them afterwards. */
	roomDb?: number | undefined;
	signal?: AbortSignal | undefined;
	/** Seconds of audio that the step has processed. Steps can repeat. */
	onProgress?: (step: "measure" | "encode" | "check", seconds: number) => void;
};

export type MasterFile = {
	plan: MasterPlan;
	bytes: number;
	seconds: number;
	/** Add to a time in the input to get the time in the file as players show it. */
	offsetSeconds: number;
	/** Whether the file is what its target asks for; also true without a target. For WAV, of the samples as planned. */
	met: boolean;
	/** Measured on the MP3 file; null for WAV. */
	acx: AcxReport | null;
	loudness: Loudness | null;
};

/** Encoding raises peaks, by how much is only known afterwards: with another try, the ceiling is lowered by what was too much. */
const maxTries = 3;
const marginDb = 0.1;
/** Room for what MP3 adds to true peaks. The ceiling for ACX has it already. */
const mp3PeakDb = 0.4;

export async function masterFile(options: MasterFileOptions): Promise<MasterFile> {
	try {
		return await attempt(options, ceilingOf(options), 1);
	} catch (error) {
		await rm(options.path, { force: true });
		throw error;
	}
}

/** Undefined for that of the target. */
function ceilingOf({ target, format, roomDb = 0 }: MasterFileOptions): number | undefined {
	if (target.kind === "acx") return roomDb > 0 ? acxCeilingDb - roomDb : undefined;
	return target.kind === "loudness" ? target.truePeak - roomDb - (isMp3(format) ? mp3PeakDb : 0) : undefined;
}

async function attempt(options: MasterFileOptions, ceilingDb: number | undefined, tries: number): Promise<MasterFile> {
	const { open, sampleRate, target, format, path, signal, onProgress } = options;
	const plan = await planMaster(open, {
		sampleRate,
		target,
		ceilingDb,
		signal,
		onProgress: (_, seconds) => onProgress?.("measure", seconds),
	});
	const rendered = counted(renderMaster(open, plan, signal), (samples) => onProgress?.("encode", samples / masterRate));
	const bytes = await write(path, encodeExport(rendered, format, plan.samples, signal));
	const file = {
		plan,
		bytes,
		seconds: plan.samples / masterRate,
		offsetSeconds: plan.offsetSeconds + exportDelaySeconds(format),
		met: plan.outcome === "reached",
		acx: null,
		loudness: null,
	};
	if (!isMp3(format)) return file;
	onProgress?.("check", 0);
	const { acx, loudness, levels } = await measureMp3(createReadStream(path), signal);
	onProgress?.("check", levels.seconds);
	const excessDb = excessOf(target, levels, loudness);
	if (excessDb > 0 && tries < maxTries) {
		const reachedDb = plan.ceilingDb ?? (plan.before.truePeakDb ?? 0) + plan.gainDb;
		return attempt(options, reachedDb - excessDb - marginDb, tries + 1);
	}
	const met = target.kind === "acx" ? acx.met : file.met && excessDb <= 0;
	return { ...file, seconds: levels.seconds, met, acx, loudness };
}

/** By how much the peaks of a file pass what the target allows. */
function excessOf(target: MasterTarget, { peakDb }: Levels, { truePeakDb }: Loudness): number {
	if (target.kind === "acx") return (peakDb ?? Number.NEGATIVE_INFINITY) - acxLimits.peak.max;
	return target.kind === "loudness" ? (truePeakDb ?? Number.NEGATIVE_INFINITY) - target.truePeak : 0;
}

async function* counted(pcm: Pcm, onSamples: (samples: number) => void): AsyncGenerator<Float32Array> {
	let samples = 0;
	for await (const piece of pcm) {
		yield piece;
		samples += piece.length;
		onSamples(samples);
	}
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
	const file: FileHandle = await openFile(path, "w");
	let written = 0;
	try {
		for await (const piece of bytes) {
			await file.writeFile(piece);
			written += piece.length;
		}
	} finally {
		await file.close();
	}
	return written;
}
