import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

type State = "not_started" | "queued" | "fine_tuning" | "fine_tuned" | "failed" | "delayed" | "cancelled";

const running: readonly State[] = ["queued", "fine_tuning"];

export async function findTraining(db: Db, workspaceId: string, voiceId: string) {
	return db
		.selectFrom("voice_training")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.executeTakeFirst();
}

export async function isTraining(db: Db, workspaceId: string, voiceId: string): Promise<boolean> {
	const state = (await findTraining(db, workspaceId, voiceId))?.state;
	return running.some((known) => known === state);
}

/** Queues a new run. Returns false if one is in progress. */
export async function insertTrainingRun(
	db: Db,
	workspaceId: string,
	voiceId: string,
	run: { id: string; modelId: string; message: string },
): Promise<boolean> {
	const values = {
		run_id: run.id,
		model_id: run.modelId,
		state: "queued" as const,
		progress: 0,
		message: run.message,
		started_at: null,
		finished_at: null,
	};
	const queued = await db
		.insertInto("voice_training")
		.values({ voice_id: voiceId, workspace_id: workspaceId, ...values })
		.onConflict((conflict) =>
			conflict
				.column("voice_id")
				.doUpdateSet(values)
				.where("voice_training.state", "not in", [...running]),
		)
		.returning("voice_id")
		.executeTakeFirst();
	return queued !== undefined;
}

function ofRun(db: Db, workspaceId: string, runId: string) {
	return db.updateTable("voice_training").where("workspace_id", "=", workspaceId).where("run_id", "=", runId);
}

/** Returns false if the run was canceled or replaced. Safe to repeat. */
export async function beginTraining(db: Db, workspaceId: string, runId: string, message: string): Promise<boolean> {
	const started = await ofRun(db, workspaceId, runId)
		.set({ state: "fine_tuning", message, started_at: sql`coalesce(started_at, now())` })
		.where("state", "in", [...running])
		.executeTakeFirst();
	return started.numUpdatedRows > 0n;
}

/** Returns false if the run was canceled. Progress never decreases, even if a step is repeated after a crash. */
export async function updateTrainingProgress(
	db: Db,
	workspaceId: string,
	runId: string,
	progress: number,
): Promise<boolean> {
	const updated = await ofRun(db, workspaceId, runId)
		.set({ progress: sql`greatest(progress, ${progress}::double precision)` })
		.where("state", "=", "fine_tuning")
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

/** Returns false if the run was canceled. Safe to repeat. */
export async function finishTraining(db: Db, workspaceId: string, runId: string, message: string): Promise<boolean> {
	const finished = await ofRun(db, workspaceId, runId)
		.set({ state: "fine_tuned", progress: 1, message, finished_at: sql`now()` })
		.where("state", "in", ["fine_tuning", "fine_tuned"])
		.executeTakeFirst();
	return finished.numUpdatedRows > 0n;
}

export async function failTraining(db: Db, workspaceId: string, runId: string, message: string): Promise<void> {
	await ofRun(db, workspaceId, runId)
		.set({ state: "failed", message, finished_at: sql`now()` })
		.where("state", "in", [...running])
		.execute();
}

/** Returns false if no run was in progress. */
export async function cancelTrainingRun(
	db: Db,
	workspaceId: string,
	voiceId: string,
	message: string,
): Promise<boolean> {
	const cancelled = await db
		.updateTable("voice_training")
		.set({ state: "cancelled", message, finished_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where("state", "in", [...running])
		.executeTakeFirst();
	return cancelled.numUpdatedRows > 0n;
}

/** Returns false if verification was already requested. */
export async function requestManualVerification(
	db: Db,
	workspaceId: string,
	voiceId: string,
	text: string,
): Promise<boolean> {
	const values = { manual_verification_requested_at: sql<Date>`now()`, manual_verification_text: text };
	const requested = await db
		.insertInto("voice_training")
		.values({ voice_id: voiceId, workspace_id: workspaceId, ...values })
		.onConflict((conflict) =>
			conflict
				.column("voice_id")
				.doUpdateSet(values)
				.where("voice_training.manual_verification_requested_at", "is", null),
		)
		.returning("voice_id")
		.executeTakeFirst();
	return requested !== undefined;
}
