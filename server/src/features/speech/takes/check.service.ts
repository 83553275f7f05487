import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { replacePlan, startCheck } from "./takes.repo.ts";
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

/** Removes a word from the findings, because someone has listened to it. */
export async function acceptWord(
	deps: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
	index: number,
	{ start, end }: { start: number; end: number },
): Promise<Takes> {
	const { item } = await requireItem(deps.db, context.workspaceId, id);
	if (item.checkState === "running")
		throw new AppError("conflict", "The take check is still running. Try again when it has finished.");
	const finding = item.findings[String(index)];
	const words = finding?.words.filter((word) => word.start !== start || word.end !== end) ?? [];
	if (!finding || words.length === finding.words.length)
		throw new AppError("history_item_not_found", "This sentence doesn't have a misread word at that place.");
	const verdict = words.length === 0 ? ("good" as const) : finding.verdict;
	const findings = { ...item.findings, [index]: { ...finding, verdict, words } };
	if (!(await replacePlan(deps.db, context.workspaceId, id, item.version, { plan: item.plan, findings })))
		throw new AppError("conflict", "This generation was changed meanwhile. Try again.");
	return getTakes(deps, context, id);
}

/** Enqueues a take check in the transaction that creates or changes the item. */
export async function enqueueCheck(tx: Db, workspaceId: string, historyItemId: string, run: string): Promise<void> {
	await addToOutbox(tx, GLOBAL, { target: "TakeCheck", key: run, payload: { workspaceId, historyItemId, run } });
}
