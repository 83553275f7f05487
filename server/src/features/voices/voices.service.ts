// Shipped voices and preview clips.
// Invariant: the shipped_voice table equals the catalog of the engines this server runs.
import { createHash } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import { languageName } from "@timbre/contract/language.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type CatalogueVoice, shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { type AudioResponse, storedAudio } from "../../core/audio.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { syncShippedPublications } from "./voices.library-sync.service.ts";
import { denialOf, previewToken } from "./voices.own.present.ts";
import {
	countRendered,
	findLatestRun,
	findPreview,
	findShipped,
	openRun,
	replaceShipped,
	type ShippedVoiceRow,
} from "./voices.repo.ts";
import { findOwnPreview } from "./voices.status.repo.ts";
import { type PreviewJob, previewWorkflow } from "./voices.workflow.ts";

/** Increase it when an engine sounds different for the same text. */
const previewVersion = "1";

export async function syncShippedVoices(
	db: Database,
	engines: readonly string[],
	remoteVoices: readonly string[] = [],
): Promise<CatalogueVoice[]> {
	const voices = shippedVoices(engines, parseRemoteSpeakers(remoteVoices));
	const shipped = voices.map((voice) => ({
		id: voice.id,
		engine: voice.engine,
		speaker: voice.speaker,
		name: voice.name,
		description: describe(voice),
		language: voice.language,
		accent: voice.labels.accent ?? null,
		labels: { ...voice.labels, tier: voice.tier },
	}));
	await db.transaction().execute(async (tx) => {
		await replaceShipped(tx, shipped);
		await syncShippedPublications(tx, shipped);
	});
	return voices;
}

export async function requireShipped(db: Database, id: string): Promise<ShippedVoiceRow> {
	const row = await findShipped(db, id);
	if (!row)
		throw new AppError(
			"voice_not_found",
			`There is no voice with the id ${id}. List the available voices with GET /v1/voices.`,
			{ param: "voice_id" },
		);
	return row;
}

export async function getPreview(
	db: Database,
	storage: Storage,
	id: string,
	{ v: token, language }: { v?: string; language?: string },
	range: string | undefined,
): Promise<AudioResponse> {
	const preview = await findPreview(db, id);
	if (!preview) return getOwnPreview(db, storage, id, { token, language }, range);
	const response = await storedAudio(storage, preview.audio_key, {
		contentType: preview.content_type,
		rangeHeader: range,
		cacheSeconds: 31_536_000,
	});
	if (!response) throw noPreview();
	return response;
}

const noPreview = () => new AppError("voice_not_found", "This voice has no preview yet.");

/** Checked on every request and never cached, so a revoked voice cannot be previewed. */
async function getOwnPreview(
	db: Database,
	storage: Storage,
	id: string,
	{ token, language }: { token: string | undefined; language: string | undefined },
	range: string | undefined,
): Promise<AudioResponse> {
	const clip = await findOwnPreview(db, id, language);
	if (!clip || previewToken(clip.content_hash) !== token) throw noPreview();
	const denial = denialOf(clip);
	if (denial && denial.code !== "voice_not_ready") throw new AppError(denial.code, denial.message);
	const response = await storedAudio(storage, clip.audio_key, { contentType: clip.content_type, rangeHeader: range });
	if (!response) throw noPreview();
	return response;
}

export async function getPreviewProgress(db: Database) {
	const run = await findLatestRun(db);
	return run
		? { total: run.total, done: run.done, failed: run.failed, error: run.error, running: run.finished_at === null }
		: { total: 0, done: 0, failed: 0, error: null, running: false };
}

/** Describes only what is known: the language, and what the screening measured. */
function describe(voice: CatalogueVoice): string {
	const language = languageName(voice.language);
	const measured = [
		voice.labels.pitch && `${voice.labels.pitch} pitch`,
		voice.labels.pace && `${voice.labels.pace} pace`,
		voice.labels.clarity,
	].filter(Boolean);
	const kind = { quality: "Natural", fast: "Fast", basic: "Basic, robotic", remote: "Remote", fake: "Test tone" }[
		voice.tier
	];
	return [`${kind} voice, ${language}`, ...measured].join(", ");
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
		jobs.map((job) => job.contentHash),
	);
	const missing = jobs.length - rendered;
	if (missing > 0) {
		await db.transaction().execute(async (tx) => {
			const runId = await openRun(tx, newId(), jobs.length);
			await addToOutbox(tx, { target: previewWorkflow.name, key: runId, payload: { runId, jobs } });
		});
	}
	return { total: jobs.length, missing };
}
