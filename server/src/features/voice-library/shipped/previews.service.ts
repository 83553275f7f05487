// Rendering of missing preview clips of shipped voices.
import { createHash } from "node:crypto";
import type { Database } from "@timbre/db/connect.ts";
import type { CatalogueVoice } from "@timbre/engines/speech/catalogue.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { countRendered, findLatestRun, openRun } from "./previews.repo.ts";
import { type PreviewJob, previewWorkflow } from "./previews.workflow.ts";

/** Increase it when an engine sounds different for the same text. */
const previewVersion = "1";

export async function getPreviewProgress(db: Database) {
	const run = await findLatestRun(db, GLOBAL);
	return run
		? { total: run.total, done: run.done, failed: run.failed, error: run.error, running: run.finished_at === null }
		: { total: 0, done: 0, failed: 0, error: null, running: false };
}

/** One clip per voice. The hash covers everything audible, so a changed voice or sentence is rendered again. */
export function previewJobs(voices: readonly CatalogueVoice[]): PreviewJob[] {
	return voices.map((voice) => {
		const text = previewSentence(voice.language);
		const contentHash = createHash("sha256")
			.update([previewVersion, voice.engine, voice.speaker, text].join("\n"))
			.digest("hex");
		return {
			voiceId: voice.id,
			engine: voice.engine,
			speaker: voice.speaker,
			language: voice.language,
			text,
			contentHash,
		};
	});
}

/**
 * Queues the rendering of missing clips. Safe to repeat: a run in progress is queued again under its own key, which the
 * durable engine starts only once (or restarts if it lost its data).
 */
export async function requestPreviews(
	db: Database,
	voices: readonly CatalogueVoice[],
): Promise<{ total: number; missing: number }> {
	const jobs = previewJobs(voices);
	const rendered = await countRendered(
		db,
		GLOBAL,
		jobs.map((job) => job.contentHash),
	);
	const missing = jobs.length - rendered;
	if (missing > 0) {
		await db.transaction().execute(async (tx) => {
			const runId = await openRun(tx, GLOBAL, newId(), jobs.length);
			await addToOutbox(tx, GLOBAL, { target: previewWorkflow.name, key: runId, payload: { runId, jobs } });
		});
	}
	return { total: jobs.length, missing };
}
