// Instant voice cloning.
// Invariant: a voice from recordings is unusable until its speaker consents (consent/consent.service.ts), and adding
// recordings of another speaker makes it unusable again.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { createVoice, requireVoiceRole, updateVoice, voiceNotFound } from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { minSpeakerSimilarity } from "../consent/reading.ts";
import { findVoice, listSamples, type SampleRow, type VoiceRow } from "../samples/samples.repo.ts";
import {
	deleteStoredSamples,
	insertSamples,
	type SampleDeps,
	speakerVector,
	storeSamples,
} from "../samples/samples.service.ts";
import { queueTraining } from "../training/training.service.ts";

export type CloningDeps = SampleDeps & {
	db: Database;
	/** The engine whose voices are blended, and its model. */
	blending: { engine: string; modelId: string };
	/** Whether the server runs a cloning engine; voices with consent are then trained again with it. */
	canClone: boolean;
};

/** Analyzing many long files takes time; a client disconnect stops it earlier. */
const maxAnalysisMs = 600_000;

export async function createInstantVoice(
	deps: CloningDeps,
	context: Context,
	body: InputOf<typeof voiceMakingEndpoints.createInstantVoice>["body"],
): Promise<ResponseOf<typeof voiceMakingEndpoints.createInstantVoice>> {
	const { workspaceId } = context;
	const voiceId = newId();
	const labels = body.labels ?? {};
	const target = { workspaceId, voiceId, secondsBefore: 0 };
	const analyzed = await storeSamples(deps, target, body.files, context.signal);
	try {
		await deps.db.transaction().execute(async (tx) => {
			await createVoice(tx, context, {
				id: voiceId,
				name: body.name,
				description: body.description ?? null,
				category: "cloned",
				labels,
				language: languageOf(labels.language),
				origin: "matched",
				requiresVerification: true,
			});
			await insertSamples(tx, workspaceId, voiceId, analyzed, body.remove_background_noise);
			await queueTraining(tx, workspaceId, { voiceId, kind: "instant", modelId: deps.blending.modelId });
		});
	} catch (error) {
		await deleteStoredSamples(deps.storage, analyzed);
		throw error;
	}
	return { voice_id: voiceId, requires_verification: true };
}

function languageOf(label: string | undefined): string {
	return label !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/.test(label) ? label : "en";
}

/** Adds recordings to a voice created from recordings. An instant clone is trained again with them. */
export async function addRecordings(
	deps: CloningDeps,
	caller: ResourceCaller,
	voiceId: string,
	files: readonly UploadedFile[],
	removeNoise: boolean,
	disconnected?: AbortSignal,
): Promise<SampleRow[]> {
	const { db } = deps;
	const { workspaceId } = caller;
	const voice = await requireEditable(db, caller, voiceId);
	const before = await listSamples(db, workspaceId, voiceId);
	const secondsBefore = before.reduce((sum, sample) => sum + sample.duration_seconds, 0);
	const timeout = AbortSignal.timeout(maxAnalysisMs);
	const signal = disconnected ? AbortSignal.any([disconnected, timeout]) : timeout;
	const analyzed = await storeSamples(deps, { workspaceId, voiceId, secondsBefore }, files, signal);
	try {
		await db.transaction().execute(async (tx) => {
			await insertSamples(tx, workspaceId, voiceId, analyzed, removeNoise);
			const known = speakerVector(before);
			const otherSpeaker = analyzed.some(({ analysis }) => cosine(analysis.vector, known) < minSpeakerSimilarity);
			if (before.length > 0 && otherSpeaker) await updateVoice(tx, workspaceId, voiceId, { verifiedAt: null });
			if (voice.category !== "professional")
				await queueTraining(tx, workspaceId, { voiceId, kind: "instant", modelId: deps.blending.modelId });
		});
	} catch (error) {
		await deleteStoredSamples(deps.storage, analyzed);
		throw error;
	}
	const added = new Set(analyzed.map(({ id }) => id));
	return (await listSamples(db, workspaceId, voiceId)).filter(({ id }) => added.has(id));
}

/** A voice the caller may edit. */
export async function requireEditable(db: Database, caller: ResourceCaller, voiceId: string): Promise<VoiceRow> {
	await requireVoiceRole(db, caller, voiceId, "editor");
	const voice = await findVoice(db, caller.workspaceId, voiceId);
	if (!voice) throw voiceNotFound(voiceId);
	if (voice.origin === "library")
		throw new AppError("conflict", "This voice was added from the library. Only its owner can edit it.");
	return voice;
}
