import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { loadConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { GLOBAL } from "../tenancy.ts";
import { addToOutbox, deleteDelivered, relayBatch } from "./outbox.repo.ts";
import { startRelay } from "./outbox.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(() => store.close());

test("deletes messages delivered over a day ago, but never undelivered ones, however old", async () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
	for (const key of ["old", "recent", "waiting"])
		await addToOutbox(store.db, GLOBAL, { target: "T", key, payload: {} });
	await relayBatch(store.db, GLOBAL, 2, async () => {});
	const set = (key: string, values: { delivered_at?: Date; created_at?: Date }) =>
		store.db.updateTable("outbox").set(values).where("target_key", "=", key).execute();
	await set("old", { delivered_at: daysAgo(1.1) });
	await set("recent", { delivered_at: daysAgo(0.9) });
	await set("waiting", { created_at: daysAgo(30) });
	await deleteDelivered(store.db, GLOBAL);
	const remaining = await store.db.selectFrom("outbox").select("target_key").orderBy("id").execute();
	expect(remaining.map((row) => row.target_key)).toEqual(["recent", "waiting"]);
});

test("keeps a message while Restate is down and delivers it once when it is back", async () => {
	await store.db.deleteFrom("outbox").execute();
	const received: string[] = [];
	let isDown = true;
	// It keeps its port while it is down, so no other test can take it.
	const engine = createServer((request, response) => {
		if (isDown) return void request.socket.destroy();
		received.push(request.url ?? "");
		response.writeHead(202).end("{}");
	}).listen(0, "127.0.0.1");
	await once(engine, "listening");
	const { port } = engine.address() as AddressInfo;
	const config = loadConfig({
		NODE_ENV: "test",
		LOG_LEVEL: "silent",
		RESTATE_INGRESS_URL: `http://127.0.0.1:${port}`,
	});
	await addToOutbox(store.db, GLOBAL, { target: "Mail", key: "one", payload: {} });
	const row = () => store.db.selectFrom("outbox").select(["attempts", "delivered_at"]).executeTakeFirstOrThrow();
	const relay = startRelay(config, store.db, createLog(config, "worker"));
	try {
		await vi.waitFor(async () => expect((await row()).attempts).toBeGreaterThan(0), 60_000);
		expect((await row()).delivered_at).toBeNull();
		isDown = false;
		await vi.waitFor(async () => expect((await row()).delivered_at).not.toBeNull(), 60_000);
	} finally {
		await relay.stop();
		engine.close();
	}
	expect(received).toEqual(["/Mail/one/run/send"]);
}, 180_000);
