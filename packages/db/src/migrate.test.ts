import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "./migrate.ts";
import { createTestDatabase } from "./test-db.ts";

const stores = await Promise.all([
	createTestDatabase(inject("databaseUrl")),
	createTestDatabase(inject("databaseUrl")),
]);
afterAll(async () => {
	for (const store of stores) await store.close();
});

test("migrating again applies nothing, also when several processes start at once", async () => {
	const results = await Promise.all([1, 2, 3].map(() => migrate(stores[0].url)));
	expect(results.flatMap((result) => result.applied)).toEqual([]);
});

test("a migration edited after it was applied is refused", async () => {
	const client = new pg.Client({ connectionString: stores[0].url });
	await client.connect();
	await client.query("update schema_migration set sha256 = 'other' where name like '%auth_identity%'");
	await client.end();
	await expect(migrate(stores[0].url)).rejects.toThrow(/auth_identity.*changed after it was applied/);
});

test("test databases do not see each other", async () => {
	await stores[1].db.insertInto("auth_user").values({ id: "u", name: "Ada", email: "ada@example.com" }).execute();
	expect(await stores[0].db.selectFrom("auth_user").select("id").execute()).toEqual([]);
});
