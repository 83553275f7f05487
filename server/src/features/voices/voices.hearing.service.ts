// Listens to the clips of published voices, so that they can be found by their sound. Always: a clip is measured once.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "@timbre/engines/node/errors.ts";
import type { Storage } from "../../core/storage.ts";
import { type Heard, listUnheard, saveHeard } from "./voices.similar.repo.ts";

export type Hearing = { db: Database; storage: Storage; speech: Pick<SpeechClient, "measure"> };

/** What is measured of a recording in which somebody speaks. */
export async function hear(
	{ speech }: Pick<Hearing, "speech">,
	bytes: Uint8Array,
	signal: AbortSignal,
): Promise<Heard> {
	try {
		const { traits, vector } = await speech.measure(bytes, signal);
		if (vector.length === 0 || !(traits.pitchHz > 0))
			throw new AppError("invalid_audio", "No voice can be heard in this recording.", { param: "audio_file" });
		return { pitchHz: traits.pitchHz, vector };
	} catch (error) {
		if (error instanceof SpeechBadRequestError)
			throw new AppError("invalid_audio", `This recording cannot be used: ${error.message}.`, {
				param: "audio_file",
				cause: error,
			});
		if (error instanceof SpeechBusyError)
			throw new AppError("system_busy", "Everybody who listens is busy. Try again in a moment.", {
				cause: error,
				retryAfterSeconds: error.retryAfterSeconds,
			});
		if (error instanceof SpeechFailedError)
			throw new AppError("service_unavailable", "The recording could not be listened to. Try again in a moment.", {
				cause: error,
				retryAfterSeconds: 5,
			});
		throw error;
	}
}

/** Measures the clips of published voices that nobody has measured yet; gives how many there were. */
export async function hearLibrary(
	{ db, storage, speech }: Hearing,
	limit: number,
	signal: AbortSignal,
): Promise<number> {
	const unheard = await listUnheard(db, limit);
	for (const { id, audio_key, content_hash } of unheard) {
		const clip = await readWhole(storage, audio_key);
		const heard = clip && (await hear({ speech }, clip, signal).catch(ifUnfit));
		await saveHeard(db, id, content_hash, heard ?? null);
	}
	return unheard.length;
}

function ifUnfit(error: unknown): null {
	if (error instanceof AppError && error.code === "invalid_audio") return null;
	throw error;
}

export async function readWhole(storage: Storage, key: string): Promise<Uint8Array | undefined> {
	const stored = await storage.get(key);
	if (!stored) return undefined;
	const parts: Uint8Array[] = [];
	for await (const part of stored.body) parts.push(part);
	return Buffer.concat(parts);
}
