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

export async function isMaking(db: Db, workspaceId: string, voiceId: string): Promise<boolean> {
	const state = (await findTraining(db, workspaceId, voiceId))?.state;
	return running.some((known) => known === state);
}

/** Puts a new run in the queue; false while one is under way. */
export async function queueTraining(
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

/** False when the run is not wanted any more. May be called again. */
export async function beginTraining(db: Db, workspaceId: string, runId: string, message: string): Promise<boolean> {
	const begun = await ofRun(db, workspaceId, runId)
		.set({ state: "fine_tuning", message, started_at: sql`coalesce(started_at, now())` })
		.where("state", "in", [...running])
		.executeTakeFirst();
	return begun.numUpdatedRows > 0n;
}

/** False when the run was stopped meanwhile. It never goes back: what was redone after a crash was shown already. */
export async function noteTraining(db: Db, workspaceId: string, runId: string, progress: number): Promise<boolean> {
	const noted = await ofRun(db, workspaceId, runId)
		.set({ progress: sql`greatest(progress, ${progress}::double precision)` })
		.where("state", "=", "fine_tuning")
		.executeTakeFirst();
	return noted.numUpdatedRows > 0n;
}

/** False when the run was stopped meanwhile; told again of the same end, it is true once more. */
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

/** False when nothing was under way. */
export async function cancelTraining(db: Db, workspaceId: string, voiceId: string, message: string): Promise<boolean> {
	const cancelled = await db
		.updateTable("voice_training")
		.set({ state: "cancelled", message, finished_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where("state", "in", [...running])
		.executeTakeFirst();
	return cancelled.numUpdatedRows > 0n;
}

/** False when it was asked for already. */
export async function askForPerson(db: Db, workspaceId: string, voiceId: string, text: string): Promise<boolean> {
	const values = { manual_verification_requested_at: sql<Date>`now()`, manual_verification_text: text };
	const asked = await db
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
	return asked !== undefined;
}
