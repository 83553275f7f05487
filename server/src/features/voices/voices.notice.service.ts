// What becomes of copies when their original leaves the library. Always: who removes a voice begins its notice period in the same
// transaction; from its end on no copy speaks, whether the timer has run by then or not.
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import { noticeWorkflow } from "./voices.notice.workflow.ts";
import { setCopiesEnd } from "./voices.own.repo.ts";

/** Copies of what was removed can be used until then. */
export async function beginNotice(tx: Db, publicationId: string, disableAt: Date): Promise<void> {
	await setCopiesEnd(tx, publicationId, disableAt);
	const at = disableAt.getTime();
	await addToOutbox(tx, { target: noticeWorkflow.name, key: `${publicationId}-${at}`, payload: { publicationId, at } });
}

/** Published again: every copy may stay, those that had ended too. */
export async function cancelNotice(tx: Db, publicationId: string): Promise<void> {
	await setCopiesEnd(tx, publicationId, null);
}
