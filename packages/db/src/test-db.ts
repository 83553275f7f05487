import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { connect, createPool, type Database } from "./connect.ts";
import { migrate } from "./migrate.ts";

export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/** Creates an isolated database on the given server by cloning a migrated template, which takes about 0.1 s. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
	const template = await ensureTemplate(serverUrl);
	const name = `test_${randomBytes(8).toString("hex")}`;
	await withAdminClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`));
	const url = withDatabase(serverUrl, name);
	const pool = createPool(url, { max: 5, waitSeconds: 120 });
	const db = connect(pool);
	return {
		url,
		db,
		close: async () => {
			await db.destroy();
			await withAdminClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
		},
	};
}

/** The template is named after a hash of the migrations, so an edited migration gets a new template. */
async function ensureTemplate(serverUrl: string): Promise<string> {
	const dir = new URL("../migrations/", import.meta.url);
	const hash = createHash("sha256");
	for (const file of (await readdir(dir)).sort()) hash.update(file).update(await readFile(new URL(file, dir)));
	const name = `template_${hash.digest("hex").slice(0, 16)}`;
	await withAdminClient(serverUrl, async (client) => {
		await client.query("select pg_advisory_lock(7140022)");
		const exists = await client.query("select 1 from pg_database where datname = $1 and datistemplate", [name]);
		if (exists.rowCount) return;
		await client.query(`drop database if exists ${name}`);
		await client.query(`create database ${name}`);
		await migrate(withDatabase(serverUrl, name));
		await client.query(`alter database ${name} is_template true`);
	});
	return name;
}

async function withAdminClient<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: serverUrl });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

function withDatabase(serverUrl: string, name: string): string {
	const url = new URL(serverUrl);
	url.pathname = `/${name}`;
	return url.href;
}
