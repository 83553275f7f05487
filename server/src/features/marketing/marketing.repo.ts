import type { Db } from "@timbre/db/connect.ts";
import { formMessageColumns } from "../../core/json-columns/platform.ts";
import type { Global } from "../../core/tenancy.ts";

// Visitors' messages belong to the server's operator, not to a workspace, so these functions take no workspaceId.

/** Returns false if a message with this token already exists. */
export async function insertMessage(
	db: Db,
	_scope: Global,
	message: { id: string; form: string; tokenId: string | null; fields: Record<string, unknown> },
): Promise<boolean> {
	const inserted = await db
		.insertInto("form_message")
		.values({
			id: message.id,
			form: message.form,
			token_id: message.tokenId,
			fields: formMessageColumns.fields.write(message.fields),
		})
		.onConflict((conflict) => conflict.column("token_id").doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}
