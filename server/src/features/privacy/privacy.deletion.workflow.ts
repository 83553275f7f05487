import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow, type WorkflowContext } from "../../core/workflow.ts";
import { deleteUser } from "../auth/auth.public.ts";
import { archiveFolder } from "./privacy.export.workflow.ts";
import {
	deleteMails,
	deleteSomeHistory,
	deleteWorkspace,
	endDeletion,
	failDeletion,
	findDeletion,
	forgetElsewhere,
	listHistoryArchives,
} from "./privacy.repo.ts";
import { countPersonalRows, forgetPerson, listPersonalTables } from "./privacy.tables.repo.ts";

export type DeletionServices = { db: Database; storage: Storage };
type Doomed = { deletionId: string; userId: string; email: string; workspaceIds: string[] };

/** What a workspace has in storage, by the first part of the key. */
const soundFolders = (workspaceId: string) =>
	["history", "takes", "exports", "voices"].map((kind) => `${kind}/${workspaceId}/`);

/** Tables that keep a row of somebody who is gone, each with its reason. */
export const keptRows: Readonly<Record<string, string>> = {
	credit_entry:
		"the ledger: what was spent must stay in the sums. Of an account that is gone it has the amount, the model and the time, under the random id of a workspace that no longer exists; neither person nor key nor voice name",
	privacy_deletion: "that a deletion is under way; it forgets whose with its last step",
};

const soundsAtOnce = 1_000;
const rowsAtOnce = 5_000;
const mailWaits = 20;
const mailPauseMs = 30_000;
const hour = 3_600_000;
/** How long it waits after each attempt that failed: storage or database may be down for a day, and a deletion is owed all the same. */
const pauses = [hour / 6, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour, 24 * hour];

/**
 * Removes what a closed account has left: sound, rows, what names the person elsewhere, the account. Each step may be cut off and run
 * again; the row in privacy_deletion goes last, so whoever comes after knows what is still to be done.
 */
export const deletionWorkflow = defineWorkflow<{ deletionId: string }, DeletionServices>({
	name: "PrivacyDeletion",
	input: z.object({ deletionId: z.string() }),
	run: async (context, { deletionId }, services) => {
		for (const pause of [...pauses, undefined]) {
			try {
				return await removeEverything(context, deletionId, services);
			} catch (error) {
				await context.step("failed", () => failDeletion(services.db, deletionId));
				if (pause === undefined) throw error;
				await context.sleep(pause);
			}
		}
	},
});

async function removeEverything(
	context: WorkflowContext,
	deletionId: string,
	services: DeletionServices,
): Promise<void> {
	const { db, storage } = services;
	const doomed = await context.step("plan", () => planDeletion(db, deletionId));
	if (doomed === null) return;
	const { userId, workspaceIds } = doomed;
	const clear = async (name: string, folder: string) => {
		for (let round = 0; ; round++) {
			const more = await context.step(`${name} ${folder} ${round}`, () => removeSome(storage, folder));
			if (!more) return;
		}
	};
	for (const workspaceId of workspaceIds) {
		for (const folder of soundFolders(workspaceId)) await clear("sound", folder);
		for (let round = 0; ; round++) {
			const more = await context.step(`history ${workspaceId} ${round}`, () =>
				deleteSomeHistory(db, workspaceId, rowsAtOnce),
			);
			if (!more) break;
		}
		await context.step(`workspace ${workspaceId}`, () => inOne(db, (tx) => deleteWorkspace(tx, workspaceId)));
		// A generation that was being spoken may have put its sound down meanwhile; with the workspace gone none can follow.
		for (const folder of soundFolders(workspaceId)) await clear("late sound", folder);
	}
	await clear("archives", archiveFolder(userId));
	await context.step("elsewhere", () => forget(services, doomed));
	await context.step("account", () => deleteUser(db, userId));
	for (let wait = 0; ; wait++) {
		// The last mail may leave first; a mail server that is down for longer is no reason to keep the address.
		const last = wait === mailWaits;
		if (await context.step(`mails ${wait}`, () => deleteMails(db, { ...doomed, evenWaiting: last }))) break;
		await context.sleep(mailPauseMs);
	}
	await context.step("proof", () => prove(db, doomed));
	await context.step("end", () => endDeletion(db, deletionId));
}

/** Null when it has ended before. */
async function planDeletion(db: Database, deletionId: string): Promise<Doomed | null> {
	const row = await findDeletion(db, deletionId);
	if (!row || row.user_id === null) return null;
	return { deletionId, userId: row.user_id, email: row.email ?? "", workspaceIds: row.workspace_ids };
}

/** True while there is more. */
async function removeSome(storage: Storage, folder: string): Promise<boolean> {
	const keys = await storage.list(folder);
	for (const key of keys.slice(0, soundsAtOnce)) await storage.remove(key);
	return keys.length > soundsAtOnce;
}

async function forget({ db, storage }: DeletionServices, doomed: Doomed): Promise<void> {
	const { userId } = doomed;
	for (const key of await listHistoryArchives(db, userId)) await storage.remove(key);
	await inOne(db, async (tx) => {
		await forgetElsewhere(tx, doomed);
		for (const table of await listPersonalTables(tx)) {
			if (table.name !== "privacy_deletion") await forgetPerson(tx, table, userId);
		}
	});
}

/** The last word is the schema's: every table that can name a person is asked whether it still names this one. */
async function prove(db: Database, { userId, workspaceIds }: Doomed): Promise<void> {
	const left: string[] = [];
	for (const table of await listPersonalTables(db)) {
		if (table.name === "privacy_deletion") continue;
		const owner = { userId, workspaceIds: table.name in keptRows ? [] : workspaceIds };
		const count = await countPersonalRows(db, table, owner);
		if (count > 0) left.push(`${table.name}: ${count}`);
	}
	if (left.length > 0) throw new Error(`the deletion left rows behind: ${left.join(", ")}`);
}

function inOne<T>(db: Database, work: (tx: Parameters<typeof deleteWorkspace>[0]) => Promise<T>): Promise<T> {
	return db.transaction().execute(work);
}
