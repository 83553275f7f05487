import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { listHeldTakes } from "../usage/usage.holds.public.ts";
import { forgetPaidSentences } from "../usage/usage.paid.public.ts";
import { findDeleted, listTakesInUse, purgeItem } from "./history.repo.ts";

export type PurgeServices = { db: Database; storage: Storage };

type Purge = { workspaceId: string; itemId: string; deletedAt: number; undoSeconds: number };
type PurgeState =
	| { state: "kept" }
	| { state: "early"; seconds: number }
	| { state: "due"; keys: string[]; takes: string[] };

/** Waits until a deletion can no longer be undone, then removes the item's audio, its takes and the item. */
export const purgeWorkflow = defineWorkflow<Purge, PurgeServices>({
	name: "HistoryPurge",
	input: z.object({ workspaceId: z.string(), itemId: z.string(), deletedAt: z.number(), undoSeconds: z.number() }),
	run: async (context, purge, services) => {
		await context.sleep(purge.undoSeconds * 1000);
		for (let attempt = 0; ; attempt++) {
			const found = await context.step(`look ${attempt}`, () => inspect(services, purge));
			if (found.state === "kept") return;
			if (found.state === "early") {
				await context.sleep(found.seconds * 1000);
				continue;
			}
			// Delete the row last: while it exists, a retried step knows what to remove.
			await context.step("remove audio", async () => {
				for (const key of found.keys) await services.storage.delete(key);
			});
			await context.step("remove item", () =>
				services.db.transaction().execute(async (tx) => {
					await forgetPaidSentences(tx, purge.workspaceId, found.takes.map(hashOf));
					await purgeItem(tx, purge.workspaceId, purge.itemId, new Date(purge.deletedAt));
				}),
			);
			return;
		}
	},
});

/** Uses the database's clock, which also decides whether an item can still be restored. */
async function inspect({ db }: PurgeServices, purge: Purge): Promise<PurgeState> {
	const row = await findDeleted(db, purge.workspaceId, purge.itemId, new Date(purge.deletedAt));
	if (!row) return { state: "kept" };
	if (row.age < purge.undoSeconds) return { state: "early", seconds: purge.undoSeconds - row.age + 0.05 };
	const takes = [...new Set((row.takes ?? []).map((take) => take.key))];
	// Keep takes that other items use; they are removed with the last item that uses them.
	const shared = new Set(takes.length === 0 ? [] : await listTakesInUse(db, purge.workspaceId, purge.itemId, takes));
	const held = new Set(await listHeldTakes(db, purge.workspaceId, takes.map(hashOf)));
	const unused = takes.filter((key) => !shared.has(key) && !held.has(hashOf(key)));
	return {
		state: "due",
		keys: [row.audio_key, ...(row.alignment_key === null ? [] : [row.alignment_key]), ...unused],
		takes: unused,
	};
}

/** The last part of a take's storage key identifies its sentence. */
function hashOf(takeKey: string): string {
	return takeKey.slice(takeKey.lastIndexOf("/") + 1);
}
