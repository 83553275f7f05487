import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addToOutbox, relayBatch, removeDelivered } from "./outbox.repo.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(() => store.close());

test("messages delivered a day ago are removed; younger ones and those that wait stay, however old", async () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
	for (const key of ["old", "young", "waiting"]) await addToOutbox(store.db, { target: "T", key, payload: {} });
	await relayBatch(store.db, 2, async () => {});
	const set = (key: string, values: { delivered_at?: Date; created_at?: Date }) =>
		store.db.updateTable("outbox").set(values).where("target_key", "=", key).execute();
	await set("old", { delivered_at: daysAgo(1.1) });
	await set("young", { delivered_at: daysAgo(0.9) });
	await set("waiting", { created_at: daysAgo(30) });
	await removeDelivered(store.db);
	const left = await store.db.selectFrom("outbox").select("target_key").orderBy("id").execute();
	expect(left.map((row) => row.target_key)).toEqual(["young", "waiting"]);
});
