import type { VoicePreviews } from "@timbre/contract/voice-making/design.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { voiceDesignRunColumns } from "../../../core/json-columns/voices.ts";

/** A result is kept for a client that disconnected before it was finished. */
const keptSeconds = 60;

/** Makes this process the one that does the work. False if another one does, or has just done it. */
export async function claimRun(db: Db, workspaceId: string, hash: Buffer, leaseSeconds: number): Promise<boolean> {
	await db
		.deleteFrom("voice_design_run")
		.where("workspace_id", "=", workspaceId)
		.where((eb) =>
			eb.or([
				sql<boolean>`finished_at < now() - make_interval(secs => ${keptSeconds})`,
				sql<boolean>`finished_at is null and lease_until < now()`,
			]),
		)
		.execute();
	const inserted = await db
		.insertInto("voice_design_run")
		.values({
			request_hash: hash,
			workspace_id: workspaceId,
			lease_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
		})
		.onConflict((conflict) => conflict.column("request_hash").doNothing())
		.executeTakeFirst();
	return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Extends the lease. Returns whether another process waits for the result. */
export async function extendRun(db: Db, workspaceId: string, hash: Buffer, leaseSeconds: number): Promise<boolean> {
	const row = await db
		.updateTable("voice_design_run")
		.set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
		.where("workspace_id", "=", workspaceId)
		.where("request_hash", "=", hash)
		.returning(sql<boolean>`coalesce(wanted_at > now() - make_interval(secs => ${leaseSeconds}), false)`.as("wanted"))
		.executeTakeFirst();
	return row?.wanted ?? false;
}

export async function finishRun(
	db: Db,
	workspaceId: string,
	hash: Buffer,
	{ result, credits, delivered }: { result: VoicePreviews; credits: number; delivered: boolean },
): Promise<void> {
	await db
		.updateTable("voice_design_run")
		.set({
			result: voiceDesignRunColumns.result.write(result),
			credits,
			delivered,
			finished_at: sql`now()`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("request_hash", "=", hash)
		.execute();
}

/** Later requests get new voices. */
export async function markDelivered(db: Db, workspaceId: string, hash: Buffer): Promise<void> {
	await db
		.updateTable("voice_design_run")
		.set({ delivered: true })
		.where("workspace_id", "=", workspaceId)
		.where("request_hash", "=", hash)
		.execute();
}

export async function deleteRun(db: Db, workspaceId: string, hash: Buffer): Promise<void> {
	await db
		.deleteFrom("voice_design_run")
		.where("workspace_id", "=", workspaceId)
		.where("request_hash", "=", hash)
		.execute();
}

export type RunState = { result: VoicePreviews; credits: number; delivered: boolean } | "running" | undefined;

/** What another process made of the request, noting that it is waited for. Undefined if the run was abandoned. */
export async function findRun(db: Db, workspaceId: string, hash: Buffer): Promise<RunState> {
	const row = await db
		.updateTable("voice_design_run")
		.set({ wanted_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("request_hash", "=", hash)
		.where((eb) => eb.or([eb("finished_at", "is not", null), sql<boolean>`lease_until >= now()`]))
		.returning(["result", "credits", "delivered", "finished_at"])
		.executeTakeFirst();
	if (!row) return undefined;
	const result = voiceDesignRunColumns.result.read(row.result);
	if (row.finished_at === null || result === null) return "running";
	return { result, credits: row.credits ?? 0, delivered: row.delivered ?? true };
}
