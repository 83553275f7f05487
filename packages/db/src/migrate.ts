import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const migrationsDir = new URL("../migrations/", import.meta.url);
// Any number will do, as long as every process uses the same.
const lockId = 7_140_021;

export type MigrationResult = { applied: string[] };

/**
 * Applies what is missing, in the order of the file names, each in its own transaction. Several processes may
 * start at once: an advisory lock lets one work and the others wait. An edited file that was applied is refused.
 */
export async function migrate(databaseUrl: string): Promise<MigrationResult> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		await client.query("select pg_advisory_lock($1)", [lockId]);
		await client.query(
			"create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
		);
		const done = new Map<string, string>();
		for (const row of (
			await client.query<{ name: string; sha256: string }>("select name, sha256 from schema_migration")
		).rows) {
			done.set(row.name, row.sha256);
		}
		const applied: string[] = [];
		for (const name of (await readdir(migrationsDir)).filter((file) => file.endsWith(".sql")).sort()) {
			const sql = await readFile(new URL(name, migrationsDir), "utf8");
			const sha256 = createHash("sha256").update(sql).digest("hex");
			const before = done.get(name);
			if (before === sha256) continue;
			if (before !== undefined) {
				throw new Error(
					`Migration ${name} was changed after it was applied. Undo the edit and write a new migration instead.`,
				);
			}
			await client.query("begin");
			try {
				await client.query(sql);
				await client.query("insert into schema_migration (name, sha256) values ($1, $2)", [name, sha256]);
				await client.query("commit");
			} catch (error) {
				await client.query("rollback");
				throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
					cause: error,
				});
			}
			applied.push(name);
		}
		return { applied };
	} finally {
		await client.end();
	}
}
