import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { startCheck } from "./takes.repo.ts";
import { getTakes, requireItem } from "./takes.service.ts";

export async function requestTakeCheck(
	deps: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
): Promise<Takes> {
	const { item } = await requireItem(deps.db, context.workspaceId, id);
	if (item.checkState !== "running") {
		const run = `${id}-${newId(8)}`;
		await deps.db.transaction().execute(async (tx) => {
			await startCheck(tx, context.workspaceId, id, run);
			await enqueueCheck(tx, context.workspaceId, id, run);
		});
	}
	return getTakes(deps, context, id);
}

/** Enqueues a take check in the transaction that creates or changes the item. */
export async function enqueueCheck(tx: Db, workspaceId: string, historyItemId: string, run: string): Promise<void> {
	await addToOutbox(tx, GLOBAL, { target: "TakeCheck", key: run, payload: { workspaceId, historyItemId, run } });
}
