// Shipped voices and preview clips.
// Invariant: the shipped_voice table equals the catalog of the engines this server runs.

import { AppError } from "@timbre/contract/errors.ts";
import { languageName, primaryLanguage } from "@timbre/contract/language.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type CatalogueVoice, shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { denialOf } from "../access/denial.ts";
import { voiceNotFound } from "../access/roles.service.ts";
import { findOwnPreview } from "../access/status.repo.ts";
import { previewToken } from "../own/own.present.ts";
import {
	findClosestShipped,
	findShipped,
	findShippedPreview,
	listShippedLanguages as listLanguages,
	listShippedOf,
	type NewShippedVoice,
	replaceShipped,
	type ShippedVoiceRow,
} from "./shipped.repo.ts";

/** Makes the table equal to the catalog of these engines. Returns the catalog and the rows. */
export async function replaceShippedVoices(
	tx: Db,
	engines: readonly string[],
	remoteVoices: readonly string[],
): Promise<{ voices: CatalogueVoice[]; rows: NewShippedVoice[] }> {
	const voices = shippedVoices(engines, parseRemoteSpeakers(remoteVoices));
	const rows = voices.map((voice) => ({
		id: voice.id,
		engine: voice.engine,
		speaker: voice.speaker,
		name: voice.name,
		description: describe(voice),
		language: voice.language,
		accent: voice.labels.accent ?? null,
		labels: { ...voice.labels, tier: voice.tier },
	}));
	await replaceShipped(tx, GLOBAL, rows);
	return { voices, rows };
}

export async function requireShipped(db: Database, id: string): Promise<ShippedVoiceRow> {
	const row = await findShipped(db, GLOBAL, id);
	if (!row) throw voiceNotFound(id);
	return row;
}

/** The id of a shipped voice that speaks the language, of this gender if there is one. */
export async function findVoiceForLanguage(
	db: Db,
	language: string,
	gender: string | undefined,
): Promise<string | undefined> {
	return findClosestShipped(db, GLOBAL, { language: language.replaceAll("_", "-"), gender, only: "language" });
}

/** Shipped voices that speak the language, in the order of the catalog. */
export const listShippedVoices = (db: Db, language: string) => listShippedOf(db, GLOBAL, language);

/** The languages of all shipped voices, without regions. */
export async function listShippedLanguages(db: Db): Promise<string[]> {
	return [...new Set((await listLanguages(db, GLOBAL)).map(primaryLanguage))];
}

export async function getPreview(
	db: Database,
	storage: Storage,
	id: string,
	{ v: token, language }: { v?: string; language?: string },
	range: string | undefined,
): Promise<AudioResponse> {
	const preview = await findShippedPreview(db, GLOBAL, id);
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
	const clip = await findOwnPreview(db, GLOBAL, id, language);
	if (!clip || previewToken(clip.content_hash) !== token) throw noPreview();
	const denial = denialOf(clip);
	if (denial && denial.code !== "voice_not_ready") throw new AppError(denial.code, denial.message);
	const response = await storedAudio(storage, clip.audio_key, { contentType: clip.content_type, rangeHeader: range });
	if (!response) throw noPreview();
	return response;
}

/** Describes only what is known: what sets the voice apart, the language, and what was measured. */
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
	const facts = [`${kind} voice, ${language}`, ...measured].join(", ");
	return voice.line ? `${voice.line} ${facts}.` : facts;
}
