import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { reasonFor } from "../../core/workflow-failure.ts";
import { disableCopies } from "./voices.own.repo.ts";
import { reportToOwner, unexpected } from "./voices.removal.workflow.ts";

const dayMs = 86_400_000;
/** Milliseconds that a date can hold. */
const validTime = z.number().min(0).max(8.64e15);

/**
 * Waits for the end of a notice period and disables the copies that still end with it; none do if the voice was
 * published again.
 */
export const noticeWorkflow = defineWorkflow<{ publicationId: string; at: number }, { db: Database }>({
	name: "VoiceNotice",
	input: z.object({ publicationId: z.string().min(1), at: validTime }),
	run: async (context, { publicationId, at }, { db }) => {
		for (let round = 0; ; round++) {
			const left = await context.step(`left ${round}`, async () => at - Date.now());
			if (left <= 0) break;
			// Sleep in intervals so clock changes are noticed.
			await context.sleep(Math.min(left + 20, 30 * dayMs));
		}
		try {
			await context.step("disable", () => disableCopies(db, publicationId, new Date(at)));
		} catch (error) {
			await context.outcome("give up", () =>
				reportToOwner(db, publicationId, {
					cause: `voice-notice-failed:${publicationId}:${at}`,
					title: "A removed voice is still in use",
					description: (name) =>
						`The notice period of “${name}” has ended, but its copies could not be disabled. ${reasonFor(error, unexpected)}`,
				}),
			);
			throw error;
		}
	},
});

/** Deletes the stored files of a deleted voice. Rejects any other folder: an empty one would be the entire storage. */
export const voicePurgeWorkflow = defineWorkflow<{ folder: string }, { storage: Storage }>({
	name: "VoicePurge",
	input: z.object({ folder: z.string().regex(/^voices\/[^/]+\/[^/]+\/$/) }),
	run: async (context, { folder }, { storage }) => {
		await context.step("remove", async () => {
			for (const key of await storage.list(folder)) await storage.delete(key);
		});
	},
});
