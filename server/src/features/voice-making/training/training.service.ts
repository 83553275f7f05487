// Training of a voice from its recordings, run by training.workflow.ts.
// Invariant: one run per voice at a time, and a canceled or repeated run leaves nothing of the previous one.
import { AppError } from "@timbre/contract/errors.ts";
import type { VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { requireVoiceRole, voiceNotFound } from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { findVoice } from "../samples/samples.repo.ts";
import { cancelTrainingRun, findTraining, insertTrainingRun } from "./training.repo.ts";
import { trainingMessages, trainingWorkflow } from "./training.workflow.ts";

/** Call it inside the transaction that creates or changes the voice. */
export async function queueTraining(
	tx: Db,
	workspaceId: string,
	run: { voiceId: string; kind: "instant" | "professional"; modelId: string },
): Promise<void> {
	const runId = newId();
	const { voiceId, kind, modelId } = run;
	if (!(await insertTrainingRun(tx, workspaceId, voiceId, { id: runId, modelId, message: trainingMessages.queued })))
		throw new AppError("conflict", "This voice is already in training. Cancel the training or wait for it to finish.");
	await addToOutbox(tx, GLOBAL, {
		target: trainingWorkflow.name,
		key: runId,
		payload: { workspaceId, voiceId, runId, kind },
	});
}

export async function getTraining(db: Database, caller: ResourceCaller, voiceId: string): Promise<VoiceTraining> {
	await requireVoiceRole(db, caller, voiceId, "viewer");
	const voice = await findVoice(db, caller.workspaceId, voiceId);
	if (!voice) throw voiceNotFound(voiceId);
	const row = await findTraining(db, caller.workspaceId, voiceId);
	const { similarity } = voice.origin_facts;
	return {
		voice_id: voiceId,
		state: (row?.state ?? "not_started") as VoiceTraining["state"],
		progress: row?.progress ?? 0,
		message: row?.message ?? null,
		model_id: row?.model_id ?? null,
		origin: voice.origin === "cloned" || voice.origin === "trained" ? voice.origin : "matched",
		similarity: similarity ?? null,
		started_at_unix: unix(row?.started_at),
		finished_at_unix: unix(row?.finished_at),
	};
}

/** A running training stops within a second or two; its workflow cleans up. */
export async function cancelTraining(db: Database, caller: ResourceCaller, voiceId: string): Promise<VoiceTraining> {
	await requireVoiceRole(db, caller, voiceId, "editor");
	if (!(await cancelTrainingRun(db, caller.workspaceId, voiceId, trainingMessages.cancelled)))
		throw new AppError("conflict", "This voice is not in training.");
	return getTraining(db, caller, voiceId);
}
