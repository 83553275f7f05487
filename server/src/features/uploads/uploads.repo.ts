import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

export async function countUnused(db: Db, workspaceId: string): Promise<number> {
	const { count } = await db
		.selectFrom("upload")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("used_by", "is", null)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function insertUpload(
	db: Db,
	workspaceId: string,
	upload: { id: string; userId: string; fileName: string; bytes: number; seconds: number },
): Promise<void> {
	await db
		.insertInto("upload")
		.values({
			id: upload.id,
			workspace_id: workspaceId,
			created_by: upload.userId,
			file_name: upload.fileName,
			bytes: upload.bytes,
			expires_at: sql`now() + make_interval(secs => ${upload.seconds})`,
		})
		.execute();
}

export async function findUpload(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("upload")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && { ...row, bytes: Number(row.bytes), received_bytes: Number(row.received_bytes) };
}

/** False if the part does not start where the stored bytes end, for example because it was already stored. */
export async function insertPart(
	db: Db,
	workspaceId: string,
	part: { uploadId: string; offset: number; bytes: number; key: string },
): Promise<boolean> {
	const updated = await db
		.updateTable("upload")
		.set({ received_bytes: part.offset + part.bytes })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", part.uploadId)
		.where("received_bytes", "=", part.offset)
		.where("used_by", "is", null)
		.executeTakeFirst();
	if (updated.numUpdatedRows === 0n) return false;
	await db
		.insertInto("upload_part")
		.values({ upload_id: part.uploadId, at_byte: part.offset, bytes: part.bytes, storage_key: part.key })
		.execute();
	return true;
}

/** The size of a file that arrived in one request is known at its end. */
export async function updateSize(db: Db, workspaceId: string, id: string, bytes: number): Promise<void> {
	await db.updateTable("upload").set({ bytes }).where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

/** In the order of the file. */
export async function listPartKeys(db: Db, workspaceId: string, id: string): Promise<string[]> {
	const rows = await db
		.selectFrom("upload_part")
		.innerJoin("upload", "upload.id", "upload_part.upload_id")
		.select("storage_key")
		.where("workspace_id", "=", workspaceId)
		.where("upload_id", "=", id)
		.orderBy("at_byte")
		.execute();
	return rows.map(({ storage_key }) => storage_key);
}

/** False unless the upload is complete and unused. */
export async function updateUsedBy(db: Db, workspaceId: string, id: string, usedBy: string): Promise<boolean> {
	const updated = await db
		.updateTable("upload")
		.set({ used_by: usedBy })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("used_by", "is", null)
		.whereRef("received_bytes", "=", "bytes")
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function deleteUploadRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("upload").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
