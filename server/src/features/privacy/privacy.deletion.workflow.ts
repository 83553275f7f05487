import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage/storage.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { defineWorkflow, type WorkflowContext } from "../../core/workflow.ts";
import { PermanentFailure, permanentReason } from "../../core/workflow-failure.ts";
import { avatarFolder, deleteUser } from "../auth/auth.public.ts";
import { archiveFolder } from "./privacy.export.workflow.ts";
import {
	anonymizeReferences,
	completeDeletion,
	deleteEmails,
	deleteSomeHistory,
	deleteWorkspace,
	failDeletion,
	findDeletion,
	listHistoryArchives,
} from "./privacy.repo.ts";
import { anonymizeUser, countPersonalRows, listPersonalTables } from "./privacy.tables.repo.ts";

export type DeletionServices = { db: Database; storage: Storage };
type DeletionPlan = { deletionId: string; userId: string; email: string; workspaceIds: string[] };

/** Storage folders of a workspace. */
const audioFolders = (workspaceId: string) =>
	["history", "takes", "exports", "voices", "uploads", "work", "transcripts", "isolations", "studio", "voiceovers"].map(
		(kind) => `${kind}/${workspaceId}/`,
	);

/** Tables that keep rows of deleted accounts, each with its reason. */
export const retainedTables: Readonly<Record<string, string>> = {
	credit_entry:
		"the ledger must keep its sums. For a deleted account it has only the amount, the model and the time, under the random id of a workspace that no longer exists; no user, key or voice name",
	privacy_deletion: "the deletion itself; its last step removes the user's identity",
};

const maxFilesPerStep = 1_000;
const maxRowsPerStep = 5_000;
const maxEmailWaits = 20;
const emailWaitMs = 30_000;
const hour = 3_600_000;
/** Delays between failed attempts. Storage or the database may be down for days, but the deletion must still happen. */
const retryDelaysMs = [hour / 6, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour, 24 * hour];

/**
 * Deletes the data of a closed account: audio, rows, references elsewhere and the account itself. Each step may be
 * interrupted and run again; the row in privacy_deletion is cleared last, so a later run knows what is left to do.
 */
export const deletionWorkflow = defineWorkflow<{ deletionId: string }, DeletionServices>({
	name: "PrivacyDeletion",
	input: z.object({ deletionId: z.string() }),
	run: async (context, { deletionId }, services) => {
		for (const pause of [...retryDelaysMs, undefined]) {
			try {
				return await runDeletion(context, deletionId, services);
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				await context.outcome("failed", () => failDeletion(services.db, GLOBAL, deletionId, reason));
				// Days of retries are for outages; what can't be deleted now can't be deleted then.
				if (pause === undefined || permanentReason(error) !== undefined) throw error;
				await context.sleep(pause);
			}
		}
	},
});

async function runDeletion(context: WorkflowContext, deletionId: string, services: DeletionServices): Promise<void> {
	const { db, storage } = services;
	const plan = await context.step("plan", () => planDeletion(db, deletionId));
	if (plan === null) return;
	const { userId, workspaceIds } = plan;
	const clear = async (name: string, folder: string) => {
		for (let round = 0; ; round++) {
			const more = await context.step(`${name} ${folder} ${round}`, () => deleteSomeFiles(storage, folder));
			if (!more) return;
		}
	};
	for (const workspaceId of workspaceIds) {
		for (const folder of audioFolders(workspaceId)) await clear("sound", folder);
		for (let round = 0; ; round++) {
			const more = await context.step(`history ${workspaceId} ${round}`, () =>
				deleteSomeHistory(db, workspaceId, maxRowsPerStep),
			);
			if (!more) break;
		}
		await context.step(`workspace ${workspaceId}`, () => inTransaction(db, (tx) => deleteWorkspace(tx, workspaceId)));
		// A running generation may have stored audio in the meantime; after the workspace is deleted, none can follow.
		for (const folder of audioFolders(workspaceId)) await clear("late sound", folder);
	}
	await clear("archives", archiveFolder(userId));
	await clear("picture", avatarFolder(userId));
	await context.step("elsewhere", () => anonymize(services, plan));
	await context.step("account", () => deleteUser(db, userId));
	for (let wait = 0; ; wait++) {
		// Give the last email time to be sent, but don't keep the address if the mail server stays down.
		const last = wait === maxEmailWaits;
		if (await context.step(`mails ${wait}`, () => deleteEmails(db, GLOBAL, { ...plan, evenWaiting: last }))) break;
		await context.sleep(emailWaitMs);
	}
	await context.step("proof", () => verifyDeletion(db, plan));
	await context.step("end", () => completeDeletion(db, GLOBAL, deletionId));
}

/** Null if already completed. */
async function planDeletion(db: Database, deletionId: string): Promise<DeletionPlan | null> {
	const row = await findDeletion(db, GLOBAL, deletionId);
	if (!row) throw new PermanentFailure(`There is no deletion ${deletionId}.`);
	if (row.user_id === null) return null;
	return { deletionId, userId: row.user_id, email: row.email ?? "", workspaceIds: row.workspace_ids };
}

/** Returns true if there is more. */
async function deleteSomeFiles(storage: Storage, folder: string): Promise<boolean> {
	const keys = await storage.list(folder);
	for (const key of keys.slice(0, maxFilesPerStep)) await storage.delete(key);
	return keys.length > maxFilesPerStep;
}

async function anonymize({ db, storage }: DeletionServices, plan: DeletionPlan): Promise<void> {
	const { userId } = plan;
	for (const key of await listHistoryArchives(db, userId)) await storage.delete(key);
	await inTransaction(db, async (tx) => {
		await anonymizeReferences(tx, userId, plan);
		for (const table of await listPersonalTables(tx, GLOBAL)) {
			if (table.name !== "privacy_deletion") await anonymizeUser(tx, userId, table);
		}
	});
}

/** Checks every table that can reference a user for leftover rows. */
async function verifyDeletion(db: Database, { userId, workspaceIds }: DeletionPlan): Promise<void> {
	const left: string[] = [];
	for (const table of await listPersonalTables(db, GLOBAL)) {
		if (table.name === "privacy_deletion") continue;
		const owner = { userId, workspaceIds: table.name in retainedTables ? [] : workspaceIds };
		const count = await countPersonalRows(db, owner, table);
		if (count > 0) left.push(`${table.name}: ${count}`);
	}
	if (left.length > 0) throw new Error(`the deletion left rows behind: ${left.join(", ")}`);
}

function inTransaction<T>(db: Database, work: (tx: Parameters<typeof deleteWorkspace>[0]) => Promise<T>): Promise<T> {
	return db.transaction().execute(work);
}
