import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { connect, createPool, type Database } from "./connect.ts";
import { migrate } from "./migrate.ts";

export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/** A database of its own, cloned from a migrated template (about 0.1 s), on the server that `serverUrl` names. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
	const template = await ensureTemplate(serverUrl);
	const name = `test_${randomBytes(8).toString("hex")}`;
	await admin(serverUrl, (client) => client.query(`create database ${name} template ${template}`));
	const url = withDatabase(serverUrl, name);
	const pool = createPool(url, { max: 5, waitSeconds: 120 });
	const db = connect(pool);
	return {
		url,
		db,
		close: async () => {
			await db.destroy();
			await admin(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
		},
	};
}

/** The template is named after the migrations' content, so an edited migration never meets an old one. */
async function ensureTemplate(serverUrl: string): Promise<string> {
	const dir = new URL("../migrations/", import.meta.url);
	const hash = createHash("sha256");
	for (const file of (await readdir(dir)).sort()) hash.update(file).update(await readFile(new URL(file, dir)));
	const name = `template_${hash.digest("hex").slice(0, 16)}`;
	await admin(serverUrl, async (client) => {
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

async function admin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
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
