// Requests that wait for their result. One that is given up by its client is completed anyway.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorCode, errorCodes } from "@timbre/contract/errors.ts";
import { createRecordingMp3, type RecordingEncoder } from "@timbre/engines/media/recording-encoder.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { fileKey } from "./files.ts";
import { type ChunkReader, readIsolated } from "./isolator.chunks.service.ts";
import type { IsolationRow } from "./isolator.repo.ts";
import { getIsolationAudio, type IsolatorDeps, requireIsolation } from "./isolator.service.ts";

const firstPauseMs = 200;
const laterPauseMs = 1_000;
const firstPauses = 25;

/** Waits for the result and returns it. */
export async function awaitIsolation(deps: IsolatorDeps, context: Context, id: string): Promise<AudioResponse> {
	for (let pauses = 0; ; pauses++) {
		const row = await requireIsolation(deps.db, context.workspaceId, id);
		if (row.state === "completed") break;
		requireRunning(row);
		await pause(pauses, context.signal);
	}
	const audio = await getIsolationAudio(deps, context.workspaceId, id, { version: "isolated", range: undefined });
	return { ...audio, headers: { "history-item-id": id } };
}

/** Returns the result as MP3 while it is being made. Waits for the first audio, so that errors before it have a status. */
export async function streamIsolation(deps: IsolatorDeps, context: Context, id: string): Promise<AudioResponse> {
	const stream = mp3Stream(deps, context, id)[Symbol.asyncIterator]();
	const first = await stream.next();
	async function* body() {
		if (!first.done) yield first.value;
		yield* { [Symbol.asyncIterator]: () => stream };
	}
	return { contentType: "audio/mpeg", body: body(), headers: { "history-item-id": id } };
}

async function* mp3Stream(
	{ db, storage }: IsolatorDeps,
	{ workspaceId, signal }: Context,
	id: string,
): AsyncGenerator<Uint8Array, void> {
	let open: { encoder: RecordingEncoder; reader: ChunkReader } | undefined;
	let sent = 0;
	for (let pauses = 0; ; pauses++) {
		const row = await requireIsolation(db, workspaceId, id);
		if (row.state === "completed") {
			// The file is encoded from the same chunks by the same encoder, so it continues what was sent.
			const key = fileKey(workspaceId, id, "isolated.mp3");
			const size = (await storage.size(key)) ?? 0;
			const rest = sent < size ? await storage.get(key, { start: sent, end: size - 1 }) : undefined;
			yield* (rest?.body ?? []) as AsyncIterable<Uint8Array>;
			return;
		}
		requireRunning(row);
		if (row.sample_rate !== null && row.channels !== null && row.chunk_count !== null) {
			const recording = {
				workspaceId,
				jobId: id,
				sampleRate: row.sample_rate as 16_000 | 48_000,
				channels: row.channels as 1 | 2,
				count: row.chunk_count,
			};
			open ??= { encoder: await createRecordingMp3(recording), reader: readIsolated(storage, recording) };
			for (let samples = await open.reader.next(); samples; samples = await open.reader.next()) {
				const bytes = open.encoder.push(samples);
				sent += bytes.length;
				if (bytes.length > 0) yield bytes;
			}
		}
		await pause(pauses, signal);
	}
}

function requireRunning({ state, error, error_code }: IsolationRow): void {
	if (state === "cancelled") throw new AppError("conflict", "The isolation was canceled.");
	if (state !== "failed") return;
	const code: ErrorCode =
		error_code !== null && Object.hasOwn(errorCodes, error_code) ? (error_code as ErrorCode) : "service_unavailable";
	throw new AppError(code, error ?? "The recording couldn't be processed.");
}

async function pause(pauses: number, signal: AbortSignal): Promise<void> {
	await sleep(pauses < firstPauses ? firstPauseMs : laterPauseMs, undefined, { signal });
}
