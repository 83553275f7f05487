import type { Database } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { newId } from "../core/ids.ts";

/**
 * Makes the database reject a kind of write for good, as a violated constraint does. `when` is a condition on the new
 * row, or on the old one if rows are deleted. Returns a function that allows the write again.
 */
export async function rejectWrites(
	db: Database,
	table: string,
	event: "insert" | "update" | "delete",
	when = "true",
): Promise<() => Promise<void>> {
	const name = `reject_${newId(8).toLowerCase()}`;
	await sql`create function ${sql.raw(name)}() returns trigger language plpgsql as
		'begin raise exception ''rejected by a test'' using errcode = ''23514''; end'`.execute(db);
	await sql`create trigger ${sql.raw(name)} before ${sql.raw(event)} on ${sql.table(table)}
		for each row when (${sql.raw(when)}) execute function ${sql.raw(name)}()`.execute(db);
	return async () => {
		await sql`drop function ${sql.raw(name)}() cascade`.execute(db);
	};
}
