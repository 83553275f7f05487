// Voices made from recordings in one go. Always: a voice made from recordings is silent until its speaker has agreed to it
// (voices.consent.service.ts), and recordings of somebody else make it silent again.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { findMade, listSamples, type MadeVoiceRow, type SampleRow } from "./voices.cloning.repo.ts";
import { updateVoice } from "./voices.own.repo.ts";
import { makeVoice, noSuchVoice, requireOwn } from "./voices.own.service.ts";
import { sameSpeaker } from "./voices.reading.service.ts";
import { dropSamples, type Hearing, insertSamples, keepSamples, voiceVector } from "./voices.samples.service.ts";
import { queueMaking } from "./voices.training.service.ts";

export type CloningDeps = Hearing & {
	db: Database;
	/** Whose voices are mixed, and what that engine's model is called. */
	mixing: { engine: string; modelId: string };
	/** The server runs an engine that copies a voice from a recording: an allowed voice is made anew with it. */
	copies: boolean;
};

/** Listening to many long files takes its time; a caller who has gone stops it earlier. */
const longestHearingMs = 600_000;

export async function createInstantVoice(
	deps: CloningDeps,
	context: Context,
	body: InputOf<typeof voicesEndpoints.createInstantVoice>["body"],
): Promise<ResponseOf<typeof voicesEndpoints.createInstantVoice>> {
	const { workspaceId } = context;
	const voiceId = newId();
	const labels = body.labels ?? {};
	const place = { workspaceId, voiceId, secondsBefore: 0 };
	const heard = await keepSamples(deps, place, body.files, context.signal);
	try {
		await deps.db.transaction().execute(async (tx) => {
			await makeVoice(tx, context, {
				id: voiceId,
				name: body.name,
				description: body.description ?? null,
				category: "cloned",
				labels,
				language: languageOf(labels.language),
				origin: "matched",
				requiresVerification: true,
			});
			await insertSamples(tx, workspaceId, voiceId, heard, body.remove_background_noise);
			await queueMaking(tx, workspaceId, { voiceId, kind: "instant", modelId: deps.mixing.modelId });
		});
	} catch (error) {
		await dropSamples(deps.storage, heard);
		throw error;
	}
	return { voice_id: voiceId, requires_verification: true };
}

function languageOf(label: string | undefined): string {
	return label !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/.test(label) ? label : "en";
}

/** More recordings for a voice that is made from some. One made in one go is made anew with them. */
export async function addRecordings(
	deps: CloningDeps,
	caller: Sharer,
	voiceId: string,
	files: readonly UploadedFile[],
	removeNoise: boolean,
	gone?: AbortSignal,
): Promise<SampleRow[]> {
	const { db } = deps;
	const { workspaceId } = caller;
	const voice = await requireMade(db, caller, voiceId);
	const before = await listSamples(db, workspaceId, voiceId);
	const secondsBefore = before.reduce((sum, sample) => sum + sample.duration_seconds, 0);
	const patience = AbortSignal.timeout(longestHearingMs);
	const signal = gone ? AbortSignal.any([gone, patience]) : patience;
	const heard = await keepSamples(deps, { workspaceId, voiceId, secondsBefore }, files, signal);
	try {
		await db.transaction().execute(async (tx) => {
			await insertSamples(tx, workspaceId, voiceId, heard, removeNoise);
			const known = voiceVector(before);
			const strange = heard.some(({ facts }) => cosine(facts.vector, known) < sameSpeaker);
			if (before.length > 0 && strange) await updateVoice(tx, workspaceId, voiceId, { verifiedAt: null });
			if (voice.category !== "professional")
				await queueMaking(tx, workspaceId, { voiceId, kind: "instant", modelId: deps.mixing.modelId });
		});
	} catch (error) {
		await dropSamples(deps.storage, heard);
		throw error;
	}
	const added = new Set(heard.map(({ id }) => id));
	return (await listSamples(db, workspaceId, voiceId)).filter(({ id }) => added.has(id));
}

/** A voice that the caller may change. */
export async function requireMade(db: Database, caller: Sharer, voiceId: string): Promise<MadeVoiceRow> {
	await requireOwn(db, caller, voiceId, "editor");
	const voice = await findMade(db, caller.workspaceId, voiceId);
	if (!voice) throw noSuchVoice(voiceId);
	if (voice.origin === "library")
		throw new AppError("conflict", "This voice was added from the library: only its owner can change what it is.");
	return voice;
}
