// The making of a voice from its recordings: asked for here, done by voices.training.workflow.ts. One run at a time; whoever stops it or
// asks again leaves nothing of the run before.
import { AppError } from "@timbre/contract/errors.ts";
import type { VoiceTraining } from "@timbre/contract/voices.cloning.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { findMade } from "./voices.cloning.repo.ts";
import { noSuchVoice, requireOwn } from "./voices.own.service.ts";
import { cancelTraining, findTraining, queueTraining } from "./voices.training.repo.ts";
import { makingWords, makingWorkflow } from "./voices.training.workflow.ts";

/** Call it inside the transaction of what the run is about. */
export async function queueMaking(
	tx: Db,
	workspaceId: string,
	wanted: { voiceId: string; kind: "instant" | "professional"; modelId: string },
): Promise<void> {
	const runId = newId();
	const { voiceId, kind, modelId } = wanted;
	if (!(await queueTraining(tx, workspaceId, voiceId, { id: runId, modelId, message: makingWords.queued })))
		throw new AppError("conflict", "This voice is being made already. Stop that first, or wait for it.");
	await addToOutbox(tx, { target: makingWorkflow.name, key: runId, payload: { workspaceId, voiceId, runId, kind } });
}

export async function readTraining(db: Database, caller: Sharer, voiceId: string): Promise<VoiceTraining> {
	await requireOwn(db, caller, voiceId, "viewer");
	const voice = await findMade(db, caller.workspaceId, voiceId);
	if (!voice) throw noSuchVoice(voiceId);
	const row = await findTraining(db, caller.workspaceId, voiceId);
	const { similarity } = voice.origin_facts as { similarity?: number };
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

const unix = (time: Date | null | undefined) => (time ? Math.floor(time.getTime() / 1000) : null);

/** What is under way stops within a second or two; its workflow clears up after itself. */
export async function stopTraining(db: Database, caller: Sharer, voiceId: string): Promise<VoiceTraining> {
	await requireOwn(db, caller, voiceId, "editor");
	if (!(await cancelTraining(db, caller.workspaceId, voiceId, makingWords.cancelled)))
		throw new AppError("conflict", "Nothing is being made of this voice at the moment.");
	return readTraining(db, caller, voiceId);
}
