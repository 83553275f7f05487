// Notice periods of voices removed from the library.
// Invariant: removal and the start of the notice period share a transaction. After its end no copy is usable, even if
// the timer is late.
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { noticeWorkflow } from "./notice.workflow.ts";
import { updateCopiesEnd } from "./publication.repo.ts";

/** Copies stay usable until `disableAt`. */
export async function beginNotice(tx: Db, publicationId: string, disableAt: Date): Promise<void> {
	await updateCopiesEnd(tx, GLOBAL, publicationId, disableAt);
	const at = disableAt.getTime();
	await addToOutbox(tx, GLOBAL, {
		target: noticeWorkflow.name,
		key: `${publicationId}-${at}`,
		payload: { publicationId, at },
	});
}

/** After publishing again, all copies are usable again, including those already disabled. */
export async function cancelNotice(tx: Db, publicationId: string): Promise<void> {
	await updateCopiesEnd(tx, GLOBAL, publicationId, null);
}
