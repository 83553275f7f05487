// Playing and deleting the samples of a voice. Adding them is part of voice-making.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { requireVoiceRole } from "../access/roles.service.ts";
import { deleteSampleRow, findSample } from "./samples.repo.ts";

export async function getSampleAudio(
	db: Database,
	storage: Storage,
	caller: ResourceCaller,
	ids: { voiceId: string; sampleId: string },
	range: string | undefined,
): Promise<AudioResponse> {
	// Recordings of a person are for editors of the voice, not for everyone who can use it.
	await requireVoiceRole(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	const response = await storedAudio(storage, sample.audio_key, { contentType: sample.mime_type, rangeHeader: range });
	if (!response) throw sampleNotFound();
	return response;
}

export async function deleteSample(
	db: Database,
	storage: Storage,
	caller: ResourceCaller,
	ids: { voiceId: string; sampleId: string },
): Promise<{ status: "ok" }> {
	await requireVoiceRole(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	// Delete the audio first: a row left behind by a failure can be deleted again.
	await storage.delete(sample.audio_key);
	if (sample.isolated_key !== null) await storage.delete(sample.isolated_key);
	await deleteSampleRow(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	return { status: "ok" };
}

const sampleNotFound = () =>
	new AppError("sample_not_found", "This voice has no sample with that id.", { param: "sample_id" });

async function requireSample(db: Db, caller: ResourceCaller, ids: { voiceId: string; sampleId: string }) {
	const sample = await findSample(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	if (!sample) throw sampleNotFound();
	return sample;
}
