import type { SegmentTimes } from "@timbre/engines/alignment/times/timeline.ts";
import { contentType, fileExtension, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { wavLengths } from "@timbre/engines/media/wav.ts";
import type { Context } from "../../../core/http/context.ts";
import type { DiskBackedBuffer } from "../../../core/storage/disk-backed-buffer.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { presentAlignment } from "../alignment/alignment.present.ts";

export type StoredFiles = { audioKey: string; bytes: number; alignmentKey: string | undefined };

/** Stores the audio and the timestamps of a history item. Throws if the audio cannot be stored. */
export async function storeFiles(
	storage: Storage,
	context: Context,
	id: string,
	{ buffer, format, times }: { buffer: DiskBackedBuffer; format: OutputFormat; times: SegmentTimes },
): Promise<StoredFiles> {
	const audioKey = `history/${context.workspaceId}/${id}.${fileExtension(format)}`;
	await completeHeader(buffer, format);
	// Each write waits for the disk or the network, and neither needs the other.
	const [audio, alignment] = await Promise.allSettled([
		buffer.store(storage, audioKey, contentType(format)),
		storeAlignment(storage, context, id, times),
	]);
	const alignmentKey = alignment.status === "fulfilled" ? alignment.value : undefined;
	if (audio.status === "rejected") {
		if (alignmentKey) await storage.delete(alignmentKey);
		throw audio.reason;
	}
	return { audioKey, bytes: buffer.size(), alignmentKey };
}

export async function deleteFiles(storage: Storage, { audioKey, alignmentKey }: StoredFiles): Promise<void> {
	await storage.delete(audioKey);
	if (alignmentKey) await storage.delete(alignmentKey);
}

/** A WAV stream does not know its length. Write it into the header of the stored file, where players need it to seek. */
async function completeHeader(buffer: DiskBackedBuffer, format: OutputFormat): Promise<void> {
	if (parseFormat(format).codec !== "wav") return;
	for (const { at, bytes } of wavLengths(buffer.size())) await buffer.patch(at, bytes);
}

/** Returns undefined if there are no timestamps or they could not be stored; the audio is stored either way. */
async function storeAlignment(
	storage: Storage,
	{ workspaceId, log }: Context,
	id: string,
	{ written, spoken }: SegmentTimes,
): Promise<string | undefined> {
	if (written.characters.length === 0) return undefined;
	const key = `history/${workspaceId}/${id}.alignment.json`;
	const alignments = { alignment: presentAlignment(written), normalized_alignment: presentAlignment(spoken) };
	try {
		await storage.put(key, Buffer.from(JSON.stringify(alignments)), "application/json");
		return key;
	} catch (error) {
		log.error({ err: error, key }, "could not store the alignment of a generation");
		return undefined;
	}
}
