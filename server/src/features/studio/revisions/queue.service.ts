// Comparisons and their application, which run in the background.
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";

export const compareWorkflowName = "StudioRevisionCompare";
export const applyWorkflowName = "StudioRevisionApply";

/** Compares a revision when it is read, or again. Call it in a transaction. */
export const queueComparison = (tx: Db, workspaceId: string, importId: string): Promise<void> =>
	queue(tx, compareWorkflowName, workspaceId, importId);

/** Applies a revision. Call it in a transaction. */
export const queueApplication = (tx: Db, workspaceId: string, importId: string): Promise<void> =>
	queue(tx, applyWorkflowName, workspaceId, importId);

/** A revision may be compared more than once, so the run has a key of its own. */
const queue = (tx: Db, target: string, workspaceId: string, importId: string) =>
	addToOutbox(tx, GLOBAL, { target, key: newId(), payload: { workspaceId, importId } });
