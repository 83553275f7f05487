import type { Database } from "@timbre/db/connect.ts";
import { z } from "zod";
import { GLOBAL } from "../../../core/tenancy.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { reportToOwner } from "./owner-report.service.ts";
import { disableCopies } from "./publication.repo.ts";

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
			await context.step("disable", () => disableCopies(db, GLOBAL, publicationId, new Date(at)));
		} catch (error) {
			await context.outcome("give up", () =>
				reportToOwner(db, publicationId, {
					cause: `voice-notice-failed:${publicationId}:${at}`,
					title: "A removed voice is still in use",
					description: (name) =>
						`The notice period of “${name}” has ended, but its copies could not be disabled. ${reasonFor(error, "Something went wrong.")}`,
				}),
			);
			throw error;
		}
	},
});
