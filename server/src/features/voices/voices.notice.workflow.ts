import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { disableCopies } from "./voices.own.repo.ts";

const dayMs = 86_400_000;

/**
 * Waits for the end of a notice period and disables the copies that still end with it; none do if the voice was
 * published again.
 */
export const noticeWorkflow = defineWorkflow<{ publicationId: string; at: number }, { db: Database }>({
	name: "VoiceNotice",
	input: z.object({ publicationId: z.string(), at: z.number() }),
	run: async (context, { publicationId, at }, { db }) => {
		for (let round = 0; ; round++) {
			const left = await context.step(`left ${round}`, async () => at - Date.now());
			if (left <= 0) break;
			// Sleep in intervals so clock changes are noticed.
			await context.sleep(Math.min(left + 20, 30 * dayMs));
		}
		await context.step("disable", () => disableCopies(db, publicationId, new Date(at)));
	},
});

/** Deletes the stored files of a deleted voice. */
export const voicePurgeWorkflow = defineWorkflow<{ folder: string }, { storage: Storage }>({
	name: "VoicePurge",
	input: z.object({ folder: z.string() }),
	run: async (context, { folder }, { storage }) => {
		await context.step("remove", async () => {
			for (const key of await storage.list(folder)) await storage.delete(key);
		});
	},
});
