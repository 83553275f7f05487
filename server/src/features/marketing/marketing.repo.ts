import type { Db } from "@timbre/db/connect.ts";

// Messages of visitors belong to the operator of the server, not to a workspace, so no function here takes one.

/** False when a message with this token is there already. */
export async function insertMessage(
	db: Db,
	message: { id: string; form: string; tokenId: string | null; fields: unknown },
): Promise<boolean> {
	const inserted = await db
		.insertInto("form_message")
		.values({
			id: message.id,
			form: message.form,
			token_id: message.tokenId,
			fields: JSON.stringify(message.fields),
		})
		.onConflict((conflict) => conflict.column("token_id").doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}
