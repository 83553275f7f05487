// Recordings that voices are created from.
// Invariant: a recording is analyzed before anything is stored, and its analysis is stored with it.
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { maxDatasetMinutes, maxSampleMinutes, minSampleSeconds } from "@timbre/contract/voice-making/cloning.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { SampleAnalysis } from "@timbre/engines/isolation/sample-analysis.ts";
import { intersectRanges, type TimeRange } from "@timbre/engines/isolation/silence.ts";
import { recordingType } from "@timbre/engines/media/upload/kind.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { meanVector } from "@timbre/engines/voices/measure/speaker.ts";
import { newId } from "../../../core/ids.ts";
import type { SpeakerList } from "../../../core/json-columns/voices.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { voiceFolder } from "../../voices/voices.public.ts";
import { insertSample, type SampleRow, type StoredAnalysis } from "./samples.repo.ts";

export type SampleDeps = { storage: Storage; speech: { samples: SpeechClient["samples"] } };

export type { SpeakerList } from "../../../core/json-columns/voices.ts";

export type AnalyzedSample = { id: string; file: UploadedFile; key: string; analysis: SampleAnalysis };

/**
 * Analyzes all files and stores all or none. Call `insertSamples` for the rows, or `deleteStoredSamples` if that fails.
 */
export async function storeSamples(
	{ storage, speech }: SampleDeps,
	target: { workspaceId: string; voiceId: string; secondsBefore: number },
	files: readonly UploadedFile[],
	signal: AbortSignal,
): Promise<AnalyzedSample[]> {
	let seconds = target.secondsBefore;
	const analyzed: AnalyzedSample[] = [];
	for (const file of files) {
		const analysis = await withAnalysisErrors(file.fileName, () =>
			speech.samples.analyze(file.bytes, maxSampleMinutes * 60, signal),
		);
		seconds += analysis.seconds;
		if (analysis.speechSeconds < minSampleSeconds)
			throw unusable(file.fileName, `it has less than ${minSampleSeconds} seconds of speech`);
		if (seconds > maxDatasetMinutes * 60)
			throw unusable(file.fileName, `the voice would have more than ${maxDatasetMinutes} minutes of recordings`);
		const id = newId();
		analyzed.push({ id, file, analysis, key: `${voiceFolder(target.workspaceId, target.voiceId)}samples/${id}` });
	}
	try {
		for (const { file, key } of analyzed) await storage.put(key, file.bytes, recordingType(file.bytes));
	} catch (error) {
		await deleteStoredSamples(storage, analyzed);
		throw error;
	}
	return analyzed;
}

export async function deleteStoredSamples(storage: Storage, analyzed: readonly AnalyzedSample[]): Promise<void> {
	for (const { key } of analyzed) await storage.delete(key);
}

export async function insertSamples(
	tx: Db,
	workspaceId: string,
	voiceId: string,
	analyzed: readonly AnalyzedSample[],
	removeNoise: boolean,
): Promise<void> {
	for (const { id, file, analysis, key } of analyzed)
		await insertSample(tx, workspaceId, voiceId, {
			id,
			fileName: sanitizeFileName(file.fileName),
			mimeType: recordingType(file.bytes),
			sizeBytes: file.bytes.length,
			hash: createHash("sha256").update(file.bytes).digest("hex"),
			seconds: analysis.seconds,
			audioKey: key,
			removeNoise,
			trimStartMs: analysis.trim && Math.round(analysis.trim.start * 1000),
			trimEndMs: analysis.trim && Math.round(analysis.trim.end * 1000),
			analysis: toStoredAnalysis(analysis),
		});
}

export const toStoredAnalysis = ({ speechSeconds, peaks, traits, vector }: SampleAnalysis): StoredAnalysis => ({
	speechSeconds,
	peaks,
	traits,
	vector,
});

export const sanitizeFileName = (name: string) =>
	name
		.replaceAll(/[\p{C}/\\]/gu, "")
		.trim()
		.slice(0, 200) || "recording";

/** Converts speech node errors into messages for the uploader. */
export async function withAnalysisErrors<T>(fileName: string, request: () => Promise<T>, param = "files"): Promise<T> {
	try {
		return await request();
	} catch (error) {
		throw speechError(error, {
			invalid: (reason) => unusableFile(fileName, reason, param),
			busy: "Too many recordings are being analyzed. Try again in a moment.",
			failed: "The recording could not be analyzed. Try again in a moment.",
		});
	}
}

function unusableFile(fileName: string, reason: string, param: string) {
	const because = reason.replace(/^The /, "the ");
	return { code: "invalid_audio", message: `${sanitizeFileName(fileName)} can't be used: ${because}.`, param } as const;
}

function unusable(fileName: string, reason: string): AppError {
	const { code, message, param } = unusableFile(fileName, reason, "files");
	return new AppError(code, message, { param });
}

const emptyAnalysis: StoredAnalysis = { speechSeconds: 0, peaks: [], traits: null, vector: [] };
export const analysisOf = (sample: SampleRow): StoredAnalysis => sample.traits ?? emptyAnalysis;
export const speakersOf = (sample: Pick<SampleRow, "speakers">): SpeakerList => sample.speakers ?? {};

/** The mean speaker vector of all recordings. */
export function speakerVector(samples: readonly SampleRow[]): number[] {
	return meanVector(
		samples.map((sample) => {
			const { vector, speechSeconds } = analysisOf(sample);
			return { vector, weight: speechSeconds };
		}),
	);
}

type Parts = Pick<
	SampleRow,
	"trim_start_ms" | "trim_end_ms" | "duration_seconds" | "selected_speaker_ids" | "speakers"
>;

/** The used ranges of a recording: the selected speakers within the trim. */
export function usedRanges(sample: Parts): TimeRange[] {
	const trim = {
		start: (sample.trim_start_ms ?? 0) / 1000,
		end: Math.min(sample.duration_seconds, (sample.trim_end_ms ?? Number.POSITIVE_INFINITY) / 1000),
	};
	const speakers = speakersOf(sample);
	const chosen = (sample.selected_speaker_ids ?? []).flatMap((id) => speakers[id]?.utterances ?? []);
	if (chosen.length === 0) return [trim];
	return intersectRanges(
		[trim],
		chosen.toSorted((one, other) => one.start - other.start),
	);
}

export async function readStored(storage: Storage, key: string): Promise<Uint8Array> {
	const object = await storage.get(key);
	if (!object) throw new AppError("sample_not_found", "This recording no longer exists.");
	return buffer(object.body);
}
