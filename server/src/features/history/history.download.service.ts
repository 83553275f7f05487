// Generations as files. Always: what is asked as mp3 or wav comes as that, whatever it was made as, without ever lying whole in memory
// but for a wav of ordinary length, whose header must say how long it is.
import { distinctNames, downloadFormat } from "@timbre/contract/files.ts";
import type { Database } from "@timbre/db/connect.ts";
import { convertAudio, decodedRate } from "@timbre/engines/media/convert.ts";
import { contentType, isOutputFormat, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { AudioAnswer } from "../../core/audio.ts";
import type { Context } from "../../core/context.ts";
import type { Storage } from "../../core/storage.ts";
import { type ZipFile, zipArchive } from "../files/files.public.ts";
import { itemFileName, unix } from "./history.present.ts";
import { type FileRow, findItems } from "./history.repo.ts";
import { missing } from "./history.service.ts";

export type FileFormat = "mp3" | "wav";

/** Longer than this, a wav says "to the end" instead of its length: half an hour at 44.1 kHz is 160 MB. */
const longestBufferedSeconds = 1_800;

export async function downloadItems(
	db: Database,
	caller: Pick<Context, "workspaceId" | "log">,
	storage: Storage,
	request: { history_item_ids: string[]; output_format?: string | null },
): Promise<AudioAnswer> {
	const ids = [...new Set(request.history_item_ids)];
	const rows = await findItems(db, caller.workspaceId, ids);
	if (rows.length < ids.length) throw missing();
	const asked = downloadFormat(request.output_format);
	const format: FileFormat = asked === "wav" ? "wav" : "mp3";
	const [only] = rows;
	if (ids.length === 1 && only && asked !== "zip") return oneFile(storage, only, format);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const ordered = ids.flatMap((id) => byId.get(id) ?? []);
	return {
		contentType: "application/zip",
		body: zipArchive(filesOf(storage, ordered, format, caller.log)),
		headers: attachment(`Timbre_${stamp()}.zip`),
	};
}

async function oneFile(storage: Storage, row: FileRow, format: FileFormat): Promise<AudioAnswer> {
	const file = await openFile(storage, row, format);
	if (!file) throw new Error(`audio ${row.audio_key} of history item ${row.id} is gone from storage`);
	return {
		contentType: file.contentType,
		body: file.body,
		headers: attachment(itemFileName(row, fileFormat(row, format))),
	};
}

async function* filesOf(
	storage: Storage,
	rows: readonly FileRow[],
	format: FileFormat,
	log: Context["log"],
): AsyncGenerator<ZipFile> {
	const names = distinctNames(rows.map((row) => itemFileName(row, fileFormat(row, format))));
	for (const [index, row] of rows.entries()) {
		const file = await openFile(storage, row, format);
		// The answer has begun: the rest is worth more than a broken archive.
		if (!file) log.error({ key: row.audio_key }, "audio of a history item is gone from storage");
		else yield { name: names[index] ?? row.id, dateUnix: unix(row.created_at), body: file.body };
	}
}

/** Undefined when its sound is not in storage. */
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
	const whole = format === "wav" && row.duration_seconds <= longestBufferedSeconds;
	return { body: whole ? withLength(converted) : converted, contentType: contentType(target as OutputFormat) };
}

async function* withLength(wav: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const parts: Uint8Array[] = [];
	for await (const part of wav) parts.push(part);
	yield finishWav(Buffer.concat(parts));
}

/** The exact format in which an item leaves: its own where it is of that kind already. */
export function fileFormat(row: Pick<FileRow, "output_format">, format: FileFormat): string {
	if (!isOutputFormat(row.output_format) || parseFormat(row.output_format).codec === format) return row.output_format;
	return format === "mp3" ? "mp3_44100_128" : `wav_${decodedRate(row.output_format)}`;
}

/** About how large the file will be. */
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
