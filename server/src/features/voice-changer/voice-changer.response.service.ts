// Requests that wait for their conversion.
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import { createEncoder } from "@timbre/engines/media/encoder.ts";
import { contentType, type OutputFormat } from "@timbre/engines/media/formats.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import type { ConversionApiDeps, ConversionDeps } from "./types.ts";
import { convertedKey, readPcm, sliced } from "./voice-changer.files.service.ts";
import { type ConversionRow, findConversion } from "./voice-changer.repo.ts";
import { type ConversionInput, createConversion } from "./voice-changer.service.ts";

const quickMs = 200;
const quickPolls = 25;
const slowMs = 1_000;

/** Returns the audio when all of it is converted. */
export async function convertRecording(
	deps: ConversionApiDeps,
	context: Context,
	input: ConversionInput,
): Promise<AudioResponse> {
	const id = await createConversion(deps, context, input);
	const row = await waitUntil(deps, context, id, ({ state }) => state === "done");
	const stored = row.result_key === null ? undefined : await deps.storage.get(row.result_key);
	if (!stored) throw new AppError("service_unavailable", "The audio could not be stored.");
	return {
		contentType: contentType(input.format),
		body: stored.body,
		size: stored.size,
		headers: headersOf(row, input),
	};
}

/** Returns the audio as its parts are converted. */
export async function streamRecording(
	deps: ConversionApiDeps,
	context: Context,
	input: ConversionInput,
): Promise<AudioResponse> {
	const id = await createConversion(deps, context, input);
	// An error that is known before the first audio gets an ordinary error response.
	const row = await waitUntil(deps, context, id, ({ state, chunks_done }) => state === "done" || chunks_done > 0);
	return {
		contentType: contentType(input.format),
		body: streamChunks(deps, context, row, input.format),
		headers: headersOf(row, input),
	};
}

function headersOf({ id, credits }: ConversionRow, { storeHistory }: ConversionInput): Record<string, string> {
	return { "character-cost": String(credits ?? 0), ...(storeHistory ? { "history-item-id": id } : {}) };
}

async function* streamChunks(
	deps: ConversionDeps,
	context: Context,
	row: ConversionRow,
	format: OutputFormat,
): AsyncIterable<Uint8Array> {
	const encoder = await createEncoder(format, row.sample_rate ?? 0);
	let ended = false;
	try {
		for (let chunk = 0; chunk < (row.chunks ?? 0); chunk++) {
			const key = convertedKey(context.workspaceId, row.id, chunk);
			const isStored = async () => (await deps.storage.size(key)) !== undefined;
			await waitUntil(deps, context, row.id, async ({ state }) => (await isStored()) || state === "done");
			for (const part of sliced(await readPcm(deps.storage, key), row.sample_rate ?? 0)) {
				const bytes = encoder.push(part);
				if (bytes.length > 0) yield bytes;
			}
		}
		ended = true;
		yield encoder.flush();
	} finally {
		if (!ended) encoder.close();
	}
}

/** Throws what ended the conversion if it has failed. A client that disconnects ends the wait, not the conversion. */
async function waitUntil(
	{ db }: ConversionDeps,
	{ workspaceId, signal }: Context,
	id: string,
	isReady: (row: ConversionRow) => boolean | Promise<boolean>,
): Promise<ConversionRow> {
	for (let polls = 0; ; polls++) {
		const row = await findConversion(db, workspaceId, id);
		if (!row || row.state === "canceled") throw new AppError("conflict", "The conversion was canceled.");
		if (row.state === "failed")
			throw new AppError((row.error_code as ErrorCode | null) ?? "service_unavailable", row.error ?? "It failed.");
		if (await isReady(row)) return row;
		await sleep(polls < quickPolls ? quickMs : slowMs, undefined, { signal });
	}
}
