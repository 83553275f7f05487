import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { disableCopies } from "./voices.own.repo.ts";

const aDay = 86_400_000;

/** Waits out a notice period, for as long as it takes, and disables the copies that still end with it. Publishing again leaves it nothing to do. */
export const noticeWorkflow = defineWorkflow<{ publicationId: string; at: number }, { db: Database }>({
	name: "VoiceNotice",
	input: z.object({ publicationId: z.string(), at: z.number() }),
	run: async (context, { publicationId, at }, { db }) => {
		for (let round = 0; ; round++) {
			const left = await context.step(`left ${round}`, async () => at - Date.now());
			if (left <= 0) break;
			// In stretches: a change of the clock or of daylight is noticed on the way.
			await context.sleep(Math.min(left + 20, 30 * aDay));
		}
		await context.step("disable", () => disableCopies(db, publicationId, new Date(at)));
	},
});

/** Removes what a deleted voice has left in storage. */
export const voicePurgeWorkflow = defineWorkflow<{ folder: string }, { storage: Storage }>({
	name: "VoicePurge",
	input: z.object({ folder: z.string() }),
	run: async (context, { folder }, { storage }) => {
		await context.step("remove", async () => {
			for (const key of await storage.list(folder)) await storage.remove(key);
		});
	},
});
