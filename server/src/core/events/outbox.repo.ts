import type { Database, Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../json-columns/column.ts";
import { outboxColumns } from "../json-columns/platform.ts";
import type { Global } from "../tenancy.ts";

export type OutboxRow = { id: number; target: string; target_key: string; payload: unknown };

export type OutboxMessage = { target: string; key: string; payload: unknown };

/** The row of a message, for statements that insert it together with other data. */
export function outboxValues(message: OutboxMessage) {
	return { target: message.target, target_key: message.key, payload: outboxColumns.payload.write(message.payload) };
}

/** Call this in the transaction of the change that the message is about. */
export async function addToOutbox(db: Db, _scope: Global, message: OutboxMessage): Promise<void> {
	await db.insertInto("outbox").values(outboxValues(message)).execute();
}

/** Deletes messages delivered more than a day ago. With an event per generation the table would grow forever. */
export async function deleteDelivered(db: Db, _scope: Global): Promise<void> {
	await db.deleteFrom("outbox").where("delivered_at", "<", sql<Date>`now() - interval '1 day'`).execute();
}

/**
 * Passes undelivered rows to `deliver`, oldest first, and marks those that succeed. The rows are locked meanwhile, so
 * several relays can share the work. If a relay dies, the next one takes over and may deliver a row again.
 */
export async function relayBatch(
	db: Database,
	_scope: Global,
	size: number,
	deliver: (row: OutboxRow) => Promise<void>,
): Promise<{ delivered: number; failed: number }> {
	return db.transaction().execute(async (tx) => {
		const rows = await tx
			.selectFrom("outbox")
			.select(["id", "target", "target_key", "payload"])
			.where("delivered_at", "is", null)
			.orderBy("id")
			.limit(size)
			.forUpdate()
			.skipLocked()
			.execute();
		let delivered = 0;
		for (const row of rows) {
			try {
				await deliver(readRow(outboxColumns, row));
				await tx.updateTable("outbox").set({ delivered_at: new Date() }).where("id", "=", row.id).execute();
				delivered++;
			} catch (error) {
				await tx
					.updateTable("outbox")
					.set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: String(error).slice(0, 500) }))
					.where("id", "=", row.id)
					.execute();
			}
		}
		return { delivered, failed: rows.length - delivered };
	});
}
