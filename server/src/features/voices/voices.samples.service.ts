// Recordings that voices are made from. Always: a recording is heard before anything is kept of it, and what it was said by is measured
// once and kept with it.
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { maxDatasetMinutes, maxSampleMinutes, minSampleSeconds } from "@timbre/contract/voices.cloning.ts";
import type { VoiceSample } from "@timbre/contract/voices.entities.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { SampleFacts } from "@timbre/engines/isolation/listening.ts";
import { overlap, type Stretch } from "@timbre/engines/isolation/silence.ts";
import { recordingType } from "@timbre/engines/media/upload-kind.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import { meanVector } from "@timbre/engines/voices/speaker.ts";
import { newId } from "../../core/ids.ts";
import type { Storage } from "../../core/storage.ts";
import { insertSample, type KeptFacts, type SampleRow } from "./voices.cloning.repo.ts";
import { voiceFolder } from "./voices.own.service.ts";

export type Hearing = { storage: Storage; speech: { samples: SpeechClient["samples"] } };

export type SpeakerList = NonNullable<NonNullable<VoiceSample["speaker_separation"]>["speakers"]>;

export type HeardSample = { id: string; file: UploadedFile; key: string; facts: SampleFacts };

/** Hears each file, and keeps all or none. The rows are for `insertSamples`; what goes wrong before they are there is for `dropSamples`. */
export async function keepSamples(
	{ storage, speech }: Hearing,
	place: { workspaceId: string; voiceId: string; secondsBefore: number },
	files: readonly UploadedFile[],
	signal: AbortSignal,
): Promise<HeardSample[]> {
	let seconds = place.secondsBefore;
	const heard: HeardSample[] = [];
	for (const file of files) {
		const facts = await hear(file.fileName, () => speech.samples.facts(file.bytes, maxSampleMinutes * 60, signal));
		seconds += facts.seconds;
		if (facts.speechSeconds < minSampleSeconds)
			throw unusable(file.fileName, `there are less than ${minSampleSeconds} seconds of speech in it`);
		if (seconds > maxDatasetMinutes * 60)
			throw unusable(file.fileName, `with it the voice would have more than ${maxDatasetMinutes} minutes`);
		const id = newId();
		heard.push({ id, file, facts, key: `${voiceFolder(place.workspaceId, place.voiceId)}samples/${id}` });
	}
	try {
		for (const { file, key } of heard) await storage.put(key, file.bytes, recordingType(file.bytes));
	} catch (error) {
		await dropSamples(storage, heard);
		throw error;
	}
	return heard;
}

export async function dropSamples(storage: Storage, heard: readonly HeardSample[]): Promise<void> {
	for (const { key } of heard) await storage.remove(key);
}

export async function insertSamples(
	tx: Db,
	workspaceId: string,
	voiceId: string,
	heard: readonly HeardSample[],
	removeNoise: boolean,
): Promise<void> {
	for (const { id, file, facts, key } of heard)
		await insertSample(tx, workspaceId, voiceId, {
			id,
			fileName: plainName(file.fileName),
			mimeType: recordingType(file.bytes),
			sizeBytes: file.bytes.length,
			hash: createHash("sha256").update(file.bytes).digest("hex"),
			seconds: facts.seconds,
			audioKey: key,
			removeNoise,
			trimStartMs: facts.trim && Math.round(facts.trim.start * 1000),
			trimEndMs: facts.trim && Math.round(facts.trim.end * 1000),
			facts: keptFacts(facts),
		});
}

export const keptFacts = ({ speechSeconds, peaks, traits, vector }: SampleFacts): KeptFacts => ({
	speechSeconds,
	peaks,
	traits,
	vector,
});

export const plainName = (name: string) =>
	name
		.replaceAll(/[\p{C}/\\]/gu, "")
		.trim()
		.slice(0, 200) || "recording";

/** What the speech node says of a recording, in words for the person who sent it. */
export async function hear<T>(fileName: string, listen: () => Promise<T>, param = "files"): Promise<T> {
	try {
		return await listen();
	} catch (error) {
		if (error instanceof SpeechBadRequestError) throw unusable(fileName, error.message, param, error);
		if (error instanceof SpeechBusyError)
			throw new AppError("system_busy", "Too many recordings are being listened to. Try again in a moment.", {
				retryAfterSeconds: error.retryAfterSeconds,
				cause: error,
			});
		if (error instanceof SpeechFailedError)
			throw new AppError("service_unavailable", "The recording could not be listened to. Try again in a moment.", {
				retryAfterSeconds: 5,
				cause: error,
			});
		throw error;
	}
}

function unusable(fileName: string, reason: string, param = "files", cause?: unknown): AppError {
	const because = reason.replace(/^The /, "the ");
	return new AppError("invalid_audio", `${plainName(fileName)} cannot be used: ${because}.`, { param, cause });
}

const unheard: KeptFacts = { speechSeconds: 0, peaks: [], traits: null, vector: [] };
export const factsOf = (sample: SampleRow): KeptFacts => (sample.traits as KeptFacts | null) ?? unheard;
export const speakersOf = (sample: Pick<SampleRow, "speakers">): SpeakerList => (sample.speakers ?? {}) as SpeakerList;

/** Whose voice it is, by all recordings that count. */
export function voiceVector(samples: readonly SampleRow[]): number[] {
	return meanVector(
		samples.map((sample) => {
			const { vector, speechSeconds } = factsOf(sample);
			return { vector, weight: speechSeconds };
		}),
	);
}

type Parts = Pick<
	SampleRow,
	"trim_start_ms" | "trim_end_ms" | "duration_seconds" | "selected_speaker_ids" | "speakers"
>;

/** What of a recording counts: within its trim, what the chosen speakers say. */
export function partsOf(sample: Parts): Stretch[] {
	const trim = {
		start: (sample.trim_start_ms ?? 0) / 1000,
		end: Math.min(sample.duration_seconds, (sample.trim_end_ms ?? Number.POSITIVE_INFINITY) / 1000),
	};
	const speakers = speakersOf(sample);
	const chosen = (sample.selected_speaker_ids ?? []).flatMap((id) => speakers[id]?.utterances ?? []);
	if (chosen.length === 0) return [trim];
	return overlap(
		[trim],
		chosen.toSorted((one, other) => one.start - other.start),
	);
}

export async function readWhole(storage: Storage, key: string): Promise<Uint8Array> {
	const object = await storage.get(key);
	if (!object) throw new AppError("sample_not_found", "This recording is not there any more.");
	return buffer(object.body);
}
