// Finds the tables with user or workspace ids in the database schema. Export and deletion use this list, so new tables
// are covered automatically.
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";
import type { Global } from "../../core/tenancy.ts";

export type PersonalTable = {
	name: string;
	/** Primary key columns, in order. */
	key: string[];
	columns: string[];
	/** Columns with user ids. `clearManually`: not cleared by a foreign key when the account is deleted. */
	userColumns: { column: string; clearManually: boolean; nullable: boolean }[];
	/** The column with the workspace id. */
	workspace: string | undefined;
};

/** Names of user id columns without a foreign key. */
const userIdColumn = /(^|_)user_id$|_by$/;

type ColumnRow = {
	table: string;
	column: string;
	type: string;
	nullable: boolean;
	generated: boolean;
	/** Position in the primary key. */
	place: number | null;
	/** ON DELETE action of a foreign key to the account or membership, if any. */
	person_action: string | null;
	workspace_action: string | null;
};

export async function listPersonalTables(db: Db, _scope: Global): Promise<PersonalTable[]> {
	const { rows } = await sql<ColumnRow>`
		select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
			not a.attnotnull as nullable, a.attgenerated <> '' as generated,
			array_position(pk.conkey, a.attnum) as place,
			(select max(f.confdeltype::text) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
				and (f.confrelid = 'auth_user'::regclass and f.conkey = array[a.attnum]
					or f.confrelid = 'workspace_member'::regclass and a.attnum = any(f.conkey) and a.attname ~ 'user_id$'))
				as person_action,
			(select max(f.confdeltype::text) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
				and f.confrelid = 'workspace'::regclass and f.conkey = array[a.attnum]) as workspace_action
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		left join pg_constraint pk on pk.conrelid = c.oid and pk.contype = 'p'
		where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
		order by c.relname, a.attnum`.execute(db);
	const tables = Map.groupBy(rows, (row) => row.table);
	return [...tables]
		.map(([name, columns]) => toPersonalTable(name, columns))
		.filter((table) => table.userColumns.length > 0 || table.workspace !== undefined);
}

function toPersonalTable(name: string, columns: ColumnRow[]): PersonalTable {
	const people = columns.filter(
		({ column, type, person_action }) =>
			person_action !== null ||
			(name === "auth_user" && column === "id") ||
			(type === "text" && userIdColumn.test(column)),
	);
	const workspace = columns.find(
		({ column, workspace_action }) =>
			column === "workspace_id" || workspace_action !== null || (name === "workspace" && column === "id"),
	);
	return {
		name,
		key: columns
			.filter((column) => column.place !== null)
			.sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
			.map(({ column }) => column),
		// Without search columns, binary data and audio fingerprints, which are not human-readable.
		columns: columns
			.filter(({ type, generated }) => !generated && type !== "bytea" && type !== "integer[]")
			.map(({ column }) => column),
		userColumns: people.map(({ column, nullable, person_action }) => ({
			column,
			nullable,
			clearManually: person_action === null && name !== "auth_user",
		})),
		workspace: workspace?.column,
	};
}

type Owner = { userId: string; workspaceIds: readonly string[] };

function belongsTo(table: PersonalTable, { userId, workspaceIds }: Owner): RawBuilder<boolean> {
	const parts = table.userColumns.map(({ column }) => sql`${sql.ref(column)} = ${userId}`);
	if (table.workspace !== undefined) parts.push(sql`${sql.ref(table.workspace)} = any(${[...workspaceIds]}::text[])`);
	return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** A page of rows of the user or of workspaces only they use. */
export async function listPersonalRows(
	db: Db,
	owner: Owner,
	table: PersonalTable,
	page: { columns: readonly string[]; offset: number; limit: number },
): Promise<Record<string, unknown>[]> {
	const order = table.key.length > 0 ? table.key.map((column) => sql.ref(column)) : [sql.raw("ctid")];
	const { rows } = await sql<Record<string, unknown>>`
		select ${sql.join(page.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
		where ${belongsTo(table, owner)}
		order by ${sql.join(order)} offset ${page.offset} limit ${page.limit}`.execute(db);
	return rows;
}

export async function countPersonalRows(db: Db, owner: Owner, table: PersonalTable): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from ${sql.table(table.name)} where ${belongsTo(table, owner)}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Replaces the id of a deleted user. */
const deletedUserId = "deleted";

/** Clears the user's id in columns without a foreign key; the rows stay with their workspace. */
export async function anonymizeUser(db: Db, userId: string, table: PersonalTable): Promise<void> {
	for (const { column, clearManually, nullable } of table.userColumns) {
		if (!clearManually) continue;
		const columnRef = sql.ref(column);
		await sql`update ${sql.table(table.name)} set ${columnRef} = ${nullable ? null : deletedUserId} where ${columnRef} = ${userId}`.execute(
			db,
		);
	}
}

/** Audio files of the user, and of workspaces only they use. */
export async function listAudioFiles(db: Db, { userId, workspaceIds }: Owner) {
	return db
		.selectFrom("history_item")
		.select(["id", "audio_key", "audio_bytes", "created_at"])
		.where((eb) =>
			eb.or([eb("user_id", "=", userId), eb("workspace_id", "=", sql<string>`any(${[...workspaceIds]}::text[])`)]),
		)
		.where("deleted_at", "is", null)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** Uploads of the user, and of workspaces only they use, each with its stored parts in order. */
export async function listUploadFiles(db: Db, { userId, workspaceIds }: Owner) {
	const rows = await db
		.selectFrom("upload")
		.innerJoin("upload_part", "upload_part.upload_id", "upload.id")
		.select(["upload.id", "upload.file_name", "upload.received_bytes", "upload.created_at"])
		.select(({ ref }) => sql<string[]>`array_agg(storage_key order by ${ref("at_byte")})`.as("keys"))
		.where((eb) =>
			eb.or([eb("created_by", "=", userId), eb("workspace_id", "=", sql<string>`any(${[...workspaceIds]}::text[])`)]),
		)
		.groupBy("upload.id")
		.orderBy("upload.created_at")
		.orderBy("upload.id")
		.execute();
	return rows.map((row) => ({ ...row, received_bytes: Number(row.received_bytes) }));
}

/** Recordings of transcripts of the user, and of workspaces only they use. */
export async function listTranscriptAudio(db: Db, { userId, workspaceIds }: Owner) {
	const rows = await db
		.selectFrom("transcript")
		.select(["id", "audio_key", "created_at"])
		.where((eb) =>
			eb.or([eb("created_by", "=", userId), eb("workspace_id", "=", sql<string>`any(${[...workspaceIds]}::text[])`)]),
		)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.flatMap(({ audio_key: key, ...row }) => (key === null ? [] : [{ ...row, key }]));
}

/** The latest recording of each chapter, of projects of the user and of workspaces only they use. */
export async function listStudioRecordings(db: Db, { userId, workspaceIds }: Owner) {
	return db
		.selectFrom("studio_chapter_snapshot as snapshot")
		.innerJoin("studio_project as project", "project.id", "snapshot.project_id")
		.select(["snapshot.chapter_id", "snapshot.audio_key", "snapshot.audio_bytes", "snapshot.created_at"])
		.distinctOn("snapshot.chapter_id")
		.where((eb) =>
			eb.or([
				eb("project.created_by", "=", userId),
				eb("project.workspace_id", "=", sql<string>`any(${[...workspaceIds]}::text[])`),
			]),
		)
		.orderBy("snapshot.chapter_id")
		.orderBy("snapshot.created_at", "desc")
		.execute();
}

/** Isolated recordings of the user, and of workspaces only they use. */
export async function listIsolationFiles(db: Db, { userId, workspaceIds }: Owner) {
	const rows = await db
		.selectFrom("isolation")
		.select(["id", "workspace_id", "format", "video", "bytes", "created_at"])
		.where((eb) =>
			eb.or([eb("created_by", "=", userId), eb("workspace_id", "=", sql<string>`any(${[...workspaceIds]}::text[])`)]),
		)
		.where("state", "=", "completed")
		.where("deleted_at", "is", null)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map(({ id, workspace_id, format, video, ...row }) => {
		const files = ["isolated.mp3", "original.mp3"];
		if (format === "wav") files.push("isolated.wav");
		if (video === "ready") files.push("video");
		return { ...row, id, files: files.map((name) => ({ name, key: `isolations/${workspace_id}/${id}/${name}` })) };
	});
}
