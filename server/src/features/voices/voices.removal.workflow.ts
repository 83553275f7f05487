import type { Database, Db } from "@timbre/db/connect.ts";
import { z } from "zod";
import { addToOutbox } from "../../core/outbox.repo.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { notifyWebhooks } from "../developers/developers.webhooks.public.ts";
import { notify } from "../notifications/notifications.public.ts";
import { listCopiesOf } from "./voices.sharing.repo.ts";

const removal = z.object({ publicationId: z.string(), at: z.number() });
const batchSize = 100;

/** Notifies every workspace with a copy how long it stays usable. Each is notified once, even if a step is repeated. */
export const removalWorkflow = defineWorkflow<z.output<typeof removal>, { db: Database }>({
	name: "VoiceRemoval",
	input: removal,
	run: async (context, { publicationId, at }, { db }) => {
		for (let after = ""; ; ) {
			const last = await context.step(`tell after ${after}`, () => notifyBatch(db, publicationId, new Date(at), after));
			if (last === null) return;
			after = last;
		}
	},
});

export async function notifyOfRemoval(tx: Db, publicationId: string, disableAt: Date): Promise<void> {
	const at = disableAt.getTime();
	await addToOutbox(tx, {
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
	const copies = await listCopiesOf(db, publicationId, after, batchSize);
	for (const { id, workspace_id, created_by, name } of copies) {
		const cause = `voice-removal:${id}:${disableAt.getTime()}`;
		await db.transaction().execute(async (tx) => {
			await notifyWebhooks(tx, workspace_id, {
				type: "voice_library_removal_notice",
				data: { voice_id: id, name, disable_at_unix: Math.floor(disableAt.getTime() / 1000) },
				id: cause,
			});
			await notify(tx, {
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
	}
	return copies.length < batchSize ? null : (copies.at(-1)?.id ?? null);
}
