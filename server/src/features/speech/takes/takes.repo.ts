import type { Db } from "@timbre/db/connect.ts";
import {
	type Findings,
	type StoredPlan,
	type StoredRequest,
	speechItemColumns,
} from "../../../core/json-columns/speech.ts";
import type { CheckState } from "./types.ts";

export async function insertSpeechItem(
	db: Db,
	workspaceId: string,
	item: {
		id: string;
		plan: StoredPlan;
		checkState: CheckState;
		/** What completes the item if it is partial. */
		request: StoredRequest | null;
	},
): Promise<void> {
	await db
		.insertInto("speech_item")
		.values({
			history_item_id: item.id,
			workspace_id: workspaceId,
			plan: speechItemColumns.plan.write(item.plan),
			check_state: item.checkState,
			request: speechItemColumns.request.write(item.request),
			check_run: item.checkState === "running" ? item.id : null,
		})
		.execute();
}

export async function findSpeechItem(db: Db, workspaceId: string, historyItemId: string) {
	const row = await db
		.selectFrom("speech_item")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("history_item_id", "=", historyItemId)
		.executeTakeFirst();
	if (!row) return undefined;
	return {
		id: row.history_item_id,
		plan: speechItemColumns.plan.read(row.plan),
		request: speechItemColumns.request.read(row.request),
		checkState: row.check_state as CheckState,
		checkRun: row.check_run,
		checkError: row.check_error,
		checkedBy: row.checked_by,
		findings: speechItemColumns.findings.read(row.findings),
		version: row.version,
	};
}

/** Starts a check. Late results of an earlier run are ignored. */
export async function startCheck(db: Db, workspaceId: string, historyItemId: string, run: string): Promise<void> {
	await db
		.updateTable("speech_item")
		.set({ check_state: "running", check_run: run, check_error: null })
		.where("workspace_id", "=", workspaceId)
		.where("history_item_id", "=", historyItemId)
		.execute();
}

/** Returns false if another run has started since. */
export async function finishCheck(
	db: Db,
	workspaceId: string,
	historyItemId: string,
	run: string,
	result: { state: CheckState; error: string | null; checkedBy: string | null; findings: Findings },
): Promise<boolean> {
	const done = await db
		.updateTable("speech_item")
		.set({
			check_state: result.state,
			check_error: result.error,
			checked_by: result.checkedBy,
			findings: speechItemColumns.findings.write(result.findings),
		})
		.where("workspace_id", "=", workspaceId)
		.where("history_item_id", "=", historyItemId)
		.where("check_run", "=", run)
		.returning("history_item_id")
		.executeTakeFirst();
	return done !== undefined;
}

/** Returns false if the item was changed since it was read. */
export async function replacePlan(
	db: Db,
	workspaceId: string,
	historyItemId: string,
	version: number,
	next: { plan: StoredPlan; findings: Findings },
): Promise<boolean> {
	const replaced = await db
		.updateTable("speech_item")
		.set({
			plan: speechItemColumns.plan.write(next.plan),
			findings: speechItemColumns.findings.write(next.findings),
			version: version + 1,
		})
		.where("workspace_id", "=", workspaceId)
		.where("history_item_id", "=", historyItemId)
		.where("version", "=", version)
		.returning("history_item_id")
		.executeTakeFirst();
	return replaced !== undefined;
}
