import type { Database, Db } from "@timbre/db/connect.ts";
import { z } from "zod";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { permanentReason, reasonFor } from "../../../core/workflow-failure.ts";
import { notifyWebhooks } from "../../developers/developers.webhooks.public.ts";
import { notify } from "../../notifications/notifications.public.ts";
import { reportToOwner } from "../../voices/voices.public.ts";
import { listCopiesOf } from "./sharing.repo.ts";

/** The time is in milliseconds that a date can hold. */
const removal = z.object({ publicationId: z.string().min(1), at: z.number().min(0).max(8.64e15) });
const batchSize = 100;

/** Notifies every workspace with a copy how long it stays usable. Each is notified once, even if a step is repeated. */
export const removalWorkflow = defineWorkflow<z.output<typeof removal>, { db: Database }>({
	name: "VoiceRemoval",
	input: removal,
	run: async (context, { publicationId, at }, { db }) => {
		try {
			for (let after = ""; ; ) {
				const last = await context.step(`tell after ${after}`, () =>
					notifyBatch(db, publicationId, new Date(at), after),
				);
				if (last === null) return;
				after = last;
			}
		} catch (error) {
			const reason = reasonFor(error, unexpected);
			await context.outcome("give up", () => reportUntold(db, publicationId, new Date(at), reason));
			throw error;
		}
	},
});

const unexpected = "Something went wrong.";

async function reportUntold(db: Database, publicationId: string, disableAt: Date, reason: string): Promise<void> {
	await reportToOwner(db, publicationId, {
		cause: `voice-removal-failed:${publicationId}:${disableAt.getTime()}`,
		title: "Not every user of a removed voice was notified",
		description: (name) => `Some users of “${name}” don't know yet that it will stop working. ${reason}`,
	});
}

export async function notifyOfRemoval(tx: Db, publicationId: string, disableAt: Date): Promise<void> {
	const at = disableAt.getTime();
	await addToOutbox(tx, GLOBAL, {
		target: removalWorkflow.name,
		key: `${publicationId}-${at}`,
		payload: { publicationId, at },
	});
}

export async function notifyBatch(
	db: Database,
	publicationId: string,
	disableAt: Date,
	after: string,
): Promise<string | null> {
	const copies = await listCopiesOf(db, GLOBAL, publicationId, after, batchSize);
	for (const { id, workspace_id, created_by, name } of copies) {
		const cause = `voice-removal:${id}:${disableAt.getTime()}`;
		const notified = db.transaction().execute(async (tx) => {
			await notifyWebhooks(tx, workspace_id, {
				type: "voice_library_removal_notice",
				data: { voice_id: id, name, disable_at_unix: Math.floor(disableAt.getTime() / 1000) },
				id: cause,
			});
			await notify(tx, {
				topic: "voices",
				...(created_by === null ? {} : { userId: created_by }),
				workspaceId: workspace_id,
				severity: "warning",
				title: "A voice was removed from the library",
				description: `“${name}” can be used until ${disableAt.toISOString().slice(0, 10)}. Choose another voice for generations after that.`,
				needsAttention: true,
				link: "/app/voice-lab",
				cause,
			});
		});
		// A workspace that can't be notified, such as one that is being deleted, must not keep the others from being notified.
		await notified.catch((error: unknown) => {
			const reason = permanentReason(error);
			if (reason === undefined) throw error;
			return reportUntold(db, publicationId, disableAt, reason);
		});
	}
	return copies.length < batchSize ? null : (copies.at(-1)?.id ?? null);
}
