import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { findDeleted, removeDeleted, type Take, takesInUse } from "./history.repo.ts";

export type PurgeServices = { db: Database; storage: Storage };

type Purge = { workspaceId: string; itemId: string; deletedAt: number; undoSeconds: number };
type Look = { state: "kept" } | { state: "early"; seconds: number } | { state: "due"; keys: string[] };

/** Waits until a deletion cannot be undone any more, then removes the item's audio, whole and by the sentence, and the item. */
export const purgeWorkflow = defineWorkflow<Purge, PurgeServices>({
	name: "HistoryPurge",
	input: z.object({ workspaceId: z.string(), itemId: z.string(), deletedAt: z.number(), undoSeconds: z.number() }),
	run: async (context, purge, services) => {
		await context.sleep(purge.undoSeconds * 1000);
		for (let attempt = 0; ; attempt++) {
			const found = await context.step(`look ${attempt}`, () => look(services, purge));
			if (found.state === "kept") return;
			if (found.state === "early") {
				await context.sleep(found.seconds * 1000);
				continue;
			}
			// The row goes last: as long as it is there, a step that was cut off knows what it has to remove.
			await context.step("remove audio", async () => {
				for (const key of found.keys) await services.storage.remove(key);
			});
			await context.step("remove item", () =>
				removeDeleted(services.db, purge.workspaceId, purge.itemId, new Date(purge.deletedAt)),
			);
			return;
		}
	},
});

/** By the database's clock, which is also the one that decides whether a restoration is still in time. */
async function look({ db }: PurgeServices, purge: Purge): Promise<Look> {
	const row = await findDeleted(db, purge.workspaceId, purge.itemId, new Date(purge.deletedAt));
	if (!row) return { state: "kept" };
	if (row.age < purge.undoSeconds) return { state: "early", seconds: purge.undoSeconds - row.age + 0.05 };
	const takes = [...new Set(((row.takes as Take[] | null) ?? []).map((take) => take.key))];
	// A sentence that another item has too stays; the last to have it takes it along.
	const shared = new Set(takes.length === 0 ? [] : await takesInUse(db, purge.workspaceId, purge.itemId, takes));
	return {
		state: "due",
		keys: [
			row.audio_key,
			...(row.alignment_key === null ? [] : [row.alignment_key]),
			...takes.filter((key) => !shared.has(key)),
		],
	};
}
