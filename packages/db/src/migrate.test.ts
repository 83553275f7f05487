import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "./migrate.ts";
import { createTestDatabase } from "./test-db.ts";

const databases = await Promise.all([
	createTestDatabase(inject("databaseUrl")),
	createTestDatabase(inject("databaseUrl")),
]);
afterAll(async () => {
	for (const database of databases) await database.close();
});

test("migrating again applies nothing, even when several processes start at once", async () => {
	const results = await Promise.all([1, 2, 3].map(() => migrate(databases[0].url)));
	expect(results.flatMap((result) => result.applied)).toEqual([]);
});

test("a migration edited after it was applied is rejected", async () => {
	const client = new pg.Client({ connectionString: databases[0].url });
	await client.connect();
	await client.query("update schema_migration set sha256 = 'other' where name like '%auth_identity%'");
	await client.end();
	await expect(migrate(databases[0].url)).rejects.toThrow(/auth_identity.*changed after it was applied/);
});

test("test databases are isolated from each other", async () => {
	await databases[1].db.insertInto("auth_user").values({ id: "u", name: "Ada", email: "ada@example.com" }).execute();
	expect(await databases[0].db.selectFrom("auth_user").select("id").execute()).toEqual([]);
});
