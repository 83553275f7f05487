import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const migrationsDir = new URL("../migrations/", import.meta.url);
// An arbitrary number that all processes share.
const lockId = 7_140_021;

export type MigrationResult = { applied: string[] };

/**
 * Applies pending migrations in the order of their file names, each in its own transaction. Safe to run from several
 * processes at once: they take turns through an advisory lock. Throws if an applied migration was edited.
 */
export async function migrate(databaseUrl: string): Promise<MigrationResult> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		await client.query("select pg_advisory_lock($1)", [lockId]);
		await client.query(
			"create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
		);
		const hashes = new Map<string, string>();
		for (const row of (
			await client.query<{ name: string; sha256: string }>("select name, sha256 from schema_migration")
		).rows) {
			hashes.set(row.name, row.sha256);
		}
		const applied: string[] = [];
		for (const name of (await readdir(migrationsDir)).filter((file) => file.endsWith(".sql")).sort()) {
			const sql = await readFile(new URL(name, migrationsDir), "utf8");
			const sha256 = createHash("sha256").update(sql).digest("hex");
			const appliedHash = hashes.get(name);
			if (appliedHash === sha256) continue;
			if (appliedHash !== undefined) {
				throw new Error(
					`Migration ${name} was changed after it was applied. Revert the edit and add a new migration instead.`,
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
