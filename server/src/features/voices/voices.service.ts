// The voices that come with the server, and the clips by which voices are played. Always: the table equals the catalogue of the engines
// it runs.
import { createHash } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type CatalogueVoice, shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { syncShippedPublications } from "./voices.library-sync.service.ts";
import { previewMark, refusalOf } from "./voices.own.present.ts";
import {
	countRendered,
	findLatestRun,
	findPreview,
	findShipped,
	openRun,
	replaceShipped,
	type ShippedVoiceRow,
} from "./voices.repo.ts";
import { findOwnPreview } from "./voices.standing.repo.ts";
import { type PreviewJob, previewWorkflow } from "./voices.workflow.ts";

/** Raise it when an engine comes to sound different with the same words. */
const previewGeneration = "1";

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
			`There is no voice with the id ${id}. GET /v1/voices lists those there are.`,
			{ param: "voice_id" },
		);
	return row;
}

export async function readPreview(
	db: Database,
	storage: Storage,
	id: string,
	{ v: mark, language }: { v?: string; language?: string },
	range: string | undefined,
): Promise<AudioAnswer> {
	const preview = await findPreview(db, id);
	if (!preview) return readOwnPreview(db, storage, id, { mark, language }, range);
	const answer = await storedAudio(storage, preview.audio_key, {
		contentType: preview.content_type,
		rangeHeader: range,
		cacheSeconds: 31_536_000,
	});
	if (!answer) throw noPreview();
	return answer;
}

const noPreview = () => new AppError("voice_not_found", "This voice has no preview yet.");

/** Asked each time, and kept by nobody on the way: a voice that was taken back is not heard here either. */
async function readOwnPreview(
	db: Database,
	storage: Storage,
	id: string,
	{ mark, language }: { mark: string | undefined; language: string | undefined },
	range: string | undefined,
): Promise<AudioAnswer> {
	const clip = await findOwnPreview(db, id, language);
	if (!clip || previewMark(clip.content_hash) !== mark) throw noPreview();
	const refusal = refusalOf(clip);
	if (refusal && refusal.code !== "voice_not_ready") throw new AppError(refusal.code, refusal.message);
	const answer = await storedAudio(storage, clip.audio_key, { contentType: clip.content_type, rangeHeader: range });
	if (!answer) throw noPreview();
	return answer;
}

export async function readPreviewProgress(db: Database) {
	const run = await findLatestRun(db);
	return run
		? { total: run.total, done: run.done, failed: run.failed, running: run.finished_at === null }
		: { total: 0, done: 0, failed: 0, running: false };
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** Says only what is known: the language, the accent where the model's authors name it, and what the screening measured. */
function describe(voice: CatalogueVoice): string {
	const language = languageNames.of(voice.language) ?? voice.language;
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

/** One clip a voice; the hash names everything that can be heard, so that a changed voice or sentence is rendered anew. */
export function previewJobs(voices: readonly CatalogueVoice[]): PreviewJob[] {
	return voices.map((voice) => {
		const text = previewSentence(voice.language);
		const contentHash = createHash("sha256")
			.update([previewGeneration, voice.engine, voice.speaker, text].join("\n"))
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
 * Asks for the clips that are missing. Asking again is safe: a run under way is only handed over once more under its own key, which the
 * durable engine starts once (or starts anew, should it have lost its data).
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
