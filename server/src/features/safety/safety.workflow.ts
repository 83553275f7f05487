import { createHash, type Hash } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import { keysOf, packWords } from "@timbre/engines/media/fingerprint.ts";
import { createFileFingerprinter, type FingerprintFile } from "@timbre/engines/media/fingerprint-file.ts";
import { isOutputFormat } from "@timbre/engines/media/formats.ts";
import type { PublishedEvent, Subscriber } from "../../core/events.ts";
import type { Storage } from "../../core/storage.ts";
import { setProbation } from "../auth/auth.profile.public.ts";
import { findHistoryItem } from "../history/history.public.ts";
import { countFailedReadings, deleteDismissal, insertFailedReading, upsertFingerprint } from "./safety.repo.ts";

/**
 * So many readings in a day that were another's voice or other words, and the next voices must be verified first. One voice allows fewer
 * than that, so a bad microphone puts nobody into probation.
 */
const mostFailedReadings = 10;
const dayMs = 86_400_000;
const probationMs = 30 * dayMs;

export type SafetyServices = { db: Database; storage: Storage };

/** Learns by what new sound is recognised, and who keeps trying to read as somebody else. */
export function safetySubscriber(services: SafetyServices): Subscriber {
	const fingerprint = createFileFingerprinter();
	return {
		name: "safety",
		events: ["history_item_saved", "voice_reading_failed"],
		handle: async (event) => {
			if (event.name === "history_item_saved") await keepFingerprint(services, fingerprint, event);
			if (event.name === "voice_reading_failed") await countReading(services.db, event);
		},
	};
}

type Saved = Extract<PublishedEvent, { name: "history_item_saved" }>;
type FailedReading = Extract<PublishedEvent, { name: "voice_reading_failed" }>;

async function keepFingerprint(
	{ db, storage }: SafetyServices,
	fingerprint: FingerprintFile,
	{ workspaceId, data }: Saved,
): Promise<void> {
	const item = await findHistoryItem(db, workspaceId, data.historyItemId);
	if (!item || !isOutputFormat(item.output_format)) return;
	const stored = await storage.get(item.audio_key);
	// Deleted, or taken anew: another event tells of what came instead.
	if (!stored) return;
	const hash = createHash("sha256");
	const { seconds, words } = await fingerprint(noted(stored.body, hash), item.output_format);
	await upsertFingerprint(db, workspaceId, {
		historyItemId: item.id,
		fileHash: hash.digest(),
		seconds,
		words: packWords(words),
		keys: keysOf(words),
		madeAt: item.created_at,
	});
}

async function* noted(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
	for await (const bytes of body) {
		hash.update(bytes);
		yield bytes;
	}
}

async function countReading(db: Database, { id, userId, data }: FailedReading): Promise<void> {
	await db.transaction().execute(async (tx) => {
		if (!(await insertFailedReading(tx, { eventId: id, userId, voiceId: data.voiceId }))) return;
		const now = Date.now();
		const failed = await countFailedReadings(tx, userId, new Date(now - dayMs));
		if (failed < mostFailedReadings) return;
		const reason = `${failed} readings in a day did not match the voice they were for.`;
		await setProbation(tx, userId, new Date(now + probationMs), reason);
		// A new reason to warn: whoever dismissed the last warning is to see this one.
		await deleteDismissal(tx, userId);
	});
}
