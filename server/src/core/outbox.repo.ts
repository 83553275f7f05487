import type { Database, Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type OutboxRow = { id: number; target: string; target_key: string; payload: unknown };

export type OutboxMessage = { target: string; key: string; payload: unknown };

/** A message as a row, for a statement that writes it beside something else. */
export function outboxValues(message: OutboxMessage) {
	return { target: message.target, target_key: message.key, payload: JSON.stringify(message.payload) };
}

/** Call it inside the transaction of the change that the message speaks of. */
export async function addToOutbox(db: Db, message: OutboxMessage): Promise<void> {
	await db.insertInto("outbox").values(outboxValues(message)).execute();
}

/** What was handed over a day ago is the engine's alone: with an event for each generation the table would grow without end. */
export async function removeDelivered(db: Db): Promise<void> {
	await db.deleteFrom("outbox").where("delivered_at", "<", sql<Date>`now() - interval '1 day'`).execute();
}

/**
 * Hands waiting rows to `deliver`, oldest first, and marks those that went through. Rows are locked meanwhile, so several
 * relays share the work; a relay that dies in the middle leaves its rows to the next, which may deliver one again.
 */
export async function relayBatch(
	db: Database,
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
				await deliver(row);
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
