// What a generation costs and leaves behind once it has ended, however it ended.
// Invariant: the history item is inserted in the transaction that charges for it.
import type { Context } from "../../../core/http/context.ts";
import type { DiskBackedBuffer } from "../../../core/storage/disk-backed-buffer.ts";
import { addToHistory, announceFinish } from "./announcement.service.ts";
import { deleteFiles, type StoredFiles, storeFiles } from "./files.service.ts";
import { voicesOf } from "./generation.ts";
import { charge } from "./ledger.service.ts";
import type { Progress } from "./progress.ts";
import type { Generation, SpeechDeps } from "./types.ts";

export async function settle(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	progress: Progress,
	buffer: DiskBackedBuffer,
): Promise<void> {
	const { workspaceId } = context;
	const { characters } = progress.delivered;
	const { job } = generation;
	const kept = !job || progress.delivered.complete || job.keepPartial();
	const storable = kept && generation.storeHistory && characters > 0 && buffer.size() > 0;
	const files = storable ? await tryStoreFiles(deps, context, generation, progress, buffer) : undefined;
	const stored = await deps.db.transaction().execute(async (tx) => {
		const settled = await charge(tx, workspaceId, generation, progress);
		if (!settled) return false;
		if (job && !(await job.onSettled(tx, progress.delivered.complete && files !== undefined))) return false;
		if (files) await addToHistory(tx, context, generation, progress, settled, files);
		if (kept && characters > 0) await announceFinish(tx, context, generation, progress, files !== undefined);
		return true;
	});
	// The sweep or a later attempt settled first because it took this process for dead: there is no history item, so remove its files.
	if (!stored && files) await deleteFiles(deps.storage, files);
	if (characters > 0) await deps.recordVoiceUse(workspaceId, voicesOf(generation));
	deps.metrics.characters.inc({ model: generation.model.id }, characters);
}

/** Delivered audio is charged even if it cannot be stored; the log says why it is missing from the history. */
async function tryStoreFiles(
	{ storage }: SpeechDeps,
	context: Context,
	{ id, format }: Generation,
	{ timeline }: Progress,
	buffer: DiskBackedBuffer,
): Promise<StoredFiles | undefined> {
	try {
		return await storeFiles(storage, context, id, { buffer, format, times: timeline });
	} catch (error) {
		context.log.error({ err: error, generation: id }, "audio was delivered but could not be stored");
		return undefined;
	}
}
