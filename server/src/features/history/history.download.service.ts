// Downloads of generations.
// Invariant: a download has the requested format, whatever the original was, and is streamed. Only a WAV of ordinary length is buffered,
// because its header contains the length.
import { distinctNames, downloadFormat } from "@timbre/contract/files.ts";
import type { Database } from "@timbre/db/connect.ts";
import { convertAudio, decodedRate } from "@timbre/engines/media/convert.ts";
import { contentType, isOutputFormat, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { unix } from "../../core/time.ts";
import { type ZipFile, zipArchive } from "../../core/zip.ts";
import { itemFileName } from "./history.present.ts";
import { type FileRow, listItemsById } from "./history.repo.ts";
import { itemNotFound } from "./history.service.ts";

export type FileFormat = "mp3" | "wav";

/** A longer WAV is streamed without its length in the header: half an hour at 44.1 kHz is 160 MB. */
const maxBufferedSeconds = 1_800;

export async function downloadItems(
	db: Database,
	caller: Pick<Context, "workspaceId" | "log">,
	storage: Storage,
	request: { history_item_ids: string[]; output_format?: string | null },
): Promise<AudioResponse> {
	const ids = [...new Set(request.history_item_ids)];
	const rows = await listItemsById(db, caller.workspaceId, ids);
	if (rows.length < ids.length) throw itemNotFound();
	const requested = downloadFormat(request.output_format);
	const format: FileFormat = requested === "wav" ? "wav" : "mp3";
	const [only] = rows;
	if (ids.length === 1 && only && requested !== "zip") return singleFile(storage, only, format);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const ordered = ids.flatMap((id) => byId.get(id) ?? []);
	return {
		contentType: "application/zip",
		body: zipArchive(zipFiles(storage, ordered, format, caller.log)),
		headers: attachment(`Timbre_${stamp()}.zip`),
	};
}

async function singleFile(storage: Storage, row: FileRow, format: FileFormat): Promise<AudioResponse> {
	const file = await openFile(storage, row, format);
	if (!file) throw new Error(`audio ${row.audio_key} of history item ${row.id} is missing from storage`);
	return {
		contentType: file.contentType,
		body: file.body,
		headers: attachment(itemFileName(row, fileFormat(row, format))),
	};
}

async function* zipFiles(
	storage: Storage,
	rows: readonly FileRow[],
	format: FileFormat,
	log: Context["log"],
): AsyncGenerator<ZipFile> {
	const names = distinctNames(rows.map((row) => itemFileName(row, fileFormat(row, format))));
	for (const [index, row] of rows.entries()) {
		const file = await openFile(storage, row, format);
		// The response has started, so skip the file instead of breaking the archive.
		if (!file) log.error({ key: row.audio_key }, "audio of a history item is missing from storage");
		else yield { name: names[index] ?? row.id, dateUnix: unix(row.created_at), body: file.body };
	}
}

/** Returns undefined if the audio is not in storage. */
export async function openFile(
	storage: Storage,
	row: Pick<FileRow, "audio_key" | "output_format" | "content_type" | "duration_seconds">,
	format: FileFormat,
): Promise<{ body: AsyncIterable<Uint8Array>; contentType: string } | undefined> {
	const object = await storage.get(row.audio_key);
	if (!object) return undefined;
	const target = fileFormat(row, format);
	if (target === row.output_format) return { body: object.body, contentType: row.content_type };
	const converted = convertAudio(object.body, row.output_format as OutputFormat, target as OutputFormat);
	const buffered = format === "wav" && row.duration_seconds <= maxBufferedSeconds;
	return { body: buffered ? withLength(converted) : converted, contentType: contentType(target as OutputFormat) };
}

async function* withLength(wav: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const parts: Uint8Array[] = [];
	for await (const part of wav) parts.push(part);
	yield finishWav(Buffer.concat(parts));
}

/** The output format of an item's file: its own if it already has that codec. */
export function fileFormat(row: Pick<FileRow, "output_format">, format: FileFormat): string {
	if (!isOutputFormat(row.output_format) || parseFormat(row.output_format).codec === format) return row.output_format;
	return format === "mp3" ? "mp3_44100_128" : `wav_${decodedRate(row.output_format)}`;
}

/** Estimates the size of the file. */
export function fileBytes(
	row: Pick<FileRow, "output_format" | "audio_bytes" | "duration_seconds">,
	format: FileFormat,
) {
	const target = fileFormat(row, format);
	if (target === row.output_format) return row.audio_bytes;
	const { sampleRate } = parseFormat(target as OutputFormat);
	return row.duration_seconds * (format === "mp3" ? 16_000 : sampleRate * 2);
}

export function attachment(name: string): Record<string, string> {
	return { "content-disposition": `attachment; filename="${name.replaceAll(/[^\w. -]/g, "_")}"` };
}

function stamp(): string {
	return new Date().toISOString().slice(0, 19).replaceAll(":", "-");
}
