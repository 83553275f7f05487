// Measures the clips of published voices for similarity search.
// Invariant: a clip is measured once.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { invalidRecording, speechError } from "../../../core/speech-errors.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { listUnmeasured, updateMeasurement, type VoiceMeasurement } from "./similar.repo.ts";

export type AnalysisDeps = { db: Database; storage: Storage; speech: Pick<SpeechClient, "measure"> };

/** Measures pitch and speaker vector of a recording. */
export async function analyzeRecording(
	{ speech }: Pick<AnalysisDeps, "speech">,
	bytes: Uint8Array,
	signal: AbortSignal,
): Promise<VoiceMeasurement> {
	try {
		const { traits, vector } = await speech.measure(bytes, signal);
		if (vector.length === 0 || !(traits.pitchHz > 0))
			throw new AppError("invalid_audio", "No speech was found in this recording.", { param: "audio_file" });
		return { pitchHz: traits.pitchHz, vector };
	} catch (error) {
		throw speechError(error, {
			invalid: invalidRecording("audio_file"),
			busy: "Audio analysis is busy. Try again in a moment.",
			failed: "The recording could not be analyzed. Try again in a moment.",
		});
	}
}

/** Measures clips of published voices that have not been measured yet and returns their number. */
export async function analyzeLibrary(
	{ db, storage, speech }: AnalysisDeps,
	limit: number,
	signal: AbortSignal,
): Promise<number> {
	const unmeasured = await listUnmeasured(db, GLOBAL, limit);
	for (const { id, audio_key, content_hash } of unmeasured) {
		const clip = await readStored(storage, audio_key);
		const measurement = clip && (await analyzeRecording({ speech }, clip, signal).catch(ignoreInvalidAudio));
		await updateMeasurement(db, GLOBAL, id, content_hash, measurement ?? null);
	}
	return unmeasured.length;
}

function ignoreInvalidAudio(error: unknown): null {
	if (error instanceof AppError && error.code === "invalid_audio") return null;
	throw error;
}

export async function readStored(storage: Storage, key: string): Promise<Uint8Array | undefined> {
	const stored = await storage.get(key);
	if (!stored) return undefined;
	const parts: Uint8Array[] = [];
	for await (const part of stored.body) parts.push(part);
	return Buffer.concat(parts);
}
