// The database's own word on which tables name a person or a workspace. Export and deletion walk this list, so a table that is added
// tomorrow is exported and forgotten without anybody having to think of it.
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";

export type PersonalTable = {
	name: string;
	/** In the order of its primary key. */
	key: string[];
	columns: string[];
	/** Columns that hold a person's id. `kept`: nothing but us clears it when the account goes. */
	people: { column: string; kept: boolean; nullable: boolean }[];
	/** The column that holds the workspace's id. */
	workspace: string | undefined;
};

/** Names of columns that hold a person's id though no foreign key says so. */
const namesPerson = /(^|_)user_id$|_by$/;

type ColumnRow = {
	table: string;
	column: string;
	type: string;
	nullable: boolean;
	generated: boolean;
	/** Its place in the primary key. */
	place: number | null;
	/** What becomes of it with the account or the membership: the action of a foreign key to it, if it has one. */
	person_action: string | null;
	workspace_action: string | null;
};

export async function listPersonalTables(db: Db): Promise<PersonalTable[]> {
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
		.map(([name, columns]) => asTable(name, columns))
		.filter((table) => table.people.length > 0 || table.workspace !== undefined);
}

function asTable(name: string, columns: ColumnRow[]): PersonalTable {
	const people = columns.filter(
		({ column, type, person_action }) =>
			person_action !== null ||
			(name === "auth_user" && column === "id") ||
			(type === "text" && namesPerson.test(column)),
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
		// Neither what is only there to be searched nor bytes and keys of sounds, which no person can read.
		columns: columns
			.filter(({ type, generated }) => !generated && type !== "bytea" && type !== "integer[]")
			.map(({ column }) => column),
		people: people.map(({ column, nullable, person_action }) => ({
			column,
			nullable,
			kept: person_action === null && name !== "auth_user",
		})),
		workspace: workspace?.column,
	};
}

type Owner = { userId: string; workspaceIds: readonly string[] };

function concerns(table: PersonalTable, { userId, workspaceIds }: Owner): RawBuilder<boolean> {
	const parts = table.people.map(({ column }) => sql`${sql.ref(column)} = ${userId}`);
	if (table.workspace !== undefined) parts.push(sql`${sql.ref(table.workspace)} = any(${[...workspaceIds]}::text[])`);
	return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** A page of the rows that are the person's, or of workspaces that are the person's alone. */
export async function readPersonalRows(
	db: Db,
	table: PersonalTable,
	owner: Owner,
	page: { columns: readonly string[]; offset: number; limit: number },
): Promise<Record<string, unknown>[]> {
	const order = table.key.length > 0 ? table.key.map((column) => sql.ref(column)) : [sql.raw("ctid")];
	const { rows } = await sql<Record<string, unknown>>`
		select ${sql.join(page.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
		where ${concerns(table, owner)}
		order by ${sql.join(order)} offset ${page.offset} limit ${page.limit}`.execute(db);
	return rows;
}

export async function countPersonalRows(db: Db, table: PersonalTable, owner: Owner): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from ${sql.table(table.name)} where ${concerns(table, owner)}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Stands where somebody stood whose account is gone. */
const nobody = "deleted";

/** Takes the person's id out of columns that no foreign key clears, and leaves the row to the workspace it belongs to. */
export async function forgetPerson(db: Db, table: PersonalTable, userId: string): Promise<void> {
	for (const { column, kept, nullable } of table.people) {
		if (!kept) continue;
		const place = sql.ref(column);
		await sql`update ${sql.table(table.name)} set ${place} = ${nullable ? null : nobody} where ${place} = ${userId}`.execute(
			db,
		);
	}
}

/** Sound of the person, with what a file of it is called by: of workspaces that are the person's alone, and what the person made elsewhere. */
export async function listSounds(db: Db, { userId, workspaceIds }: Owner) {
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
