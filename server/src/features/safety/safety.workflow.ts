import { createHash, type Hash } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import { UploadError } from "@timbre/engines/errors.ts";
import { createFileFingerprinter, type FingerprintFile } from "@timbre/engines/media/fingerprint/file.ts";
import { indexKeys, packWords } from "@timbre/engines/media/fingerprint/fingerprint.ts";
import { isOutputFormat } from "@timbre/engines/media/formats.ts";
import type { PublishedEvent, Subscriber } from "../../core/events/events.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { setProbation } from "../auth/auth.profile.public.ts";
import { findHistoryItem } from "../history/history.public.ts";
import { countFailedReadings, deleteDismissal, insertFailedReading, upsertFingerprint } from "./safety.repo.ts";

/**
 * Failed voice verifications per day that put a user into probation. A single voice allows fewer attempts, so a bad
 * microphone alone never does.
 */
const maxFailedReadings = 10;
const dayMs = 86_400_000;
const probationMs = 30 * dayMs;

export type SafetyServices = { db: Database; storage: Storage };

/** Stores fingerprints of new audio and counts failed voice verifications. */
export function safetySubscriber(services: SafetyServices): Subscriber {
	const fingerprint = createFileFingerprinter();
	return {
		name: "safety",
		events: ["history_item_saved", "voice_reading_failed"],
		handle: async (event) => {
			if (event.name === "history_item_saved") await storeFingerprint(services, fingerprint, event);
			if (event.name === "voice_reading_failed") await countFailedReading(services.db, event);
		},
	};
}

type Saved = Extract<PublishedEvent, { name: "history_item_saved" }>;
type FailedReading = Extract<PublishedEvent, { name: "voice_reading_failed" }>;

async function storeFingerprint(
	{ db, storage }: SafetyServices,
	fingerprint: FingerprintFile,
	{ workspaceId, data }: Saved,
): Promise<void> {
	const item = await findHistoryItem(db, workspaceId, data.historyItemId);
	if (!item || !isOutputFormat(item.output_format)) return;
	const stored = await storage.get(item.audio_key);
	// Deleted or regenerated; a new take has its own event.
	if (!stored) return;
	const hash = createHash("sha256");
	const { seconds, words } = await fingerprint(hashing(stored.body, hash), item.output_format).catch(
		(error: unknown) => {
			throw error instanceof UploadError
				? new PermanentFailure("The audio can't be decoded.", { cause: error })
				: error;
		},
	);
	await upsertFingerprint(db, workspaceId, {
		historyItemId: item.id,
		fileHash: hash.digest(),
		seconds,
		words: packWords(words),
		keys: indexKeys(words),
		createdAt: item.created_at,
	});
}

async function* hashing(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
	for await (const bytes of body) {
		hash.update(bytes);
		yield bytes;
	}
}

async function countFailedReading(db: Database, { id, userId, data }: FailedReading): Promise<void> {
	await db.transaction().execute(async (tx) => {
		if (!(await insertFailedReading(tx, userId, { eventId: id, voiceId: data.voiceId }))) return;
		const now = Date.now();
		const failed = await countFailedReadings(tx, userId, new Date(now - dayMs));
		if (failed < maxFailedReadings) return;
		const reason = `${failed} voice verifications failed in one day.`;
		await setProbation(tx, userId, new Date(now + probationMs), reason);
		// Show the warning again even if an earlier one was dismissed.
		await deleteDismissal(tx, userId);
	});
}
