import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { eventWorkflow, type NewEvent, type PublishedEvent, publishEvent, type Subscriber } from "./events.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(() => store.close());

const event: NewEvent = { name: "dub_created", workspaceId: "w", userId: "u", data: { dubbingId: "d" } };
const outboxRows = () => store.db.selectFrom("outbox").selectAll().execute();

test("an event is published if and only if its transaction commits", async () => {
	const failed = store.db.transaction().execute(async (tx) => {
		await publishEvent(tx, event);
		throw new Error("no");
	});
	await expect(failed).rejects.toThrow("no");
	expect(await outboxRows()).toEqual([]);
	await store.db.transaction().execute((tx) => publishEvent(tx, event));
	const [row] = await outboxRows();
	expect(row).toMatchObject({ target: "Event", payload: { ...event, id: row?.target_key } });
});

test("each subscriber receives only its own events, and one that fails does not block the others", async () => {
	const handled: string[] = [];
	const subscriber = (name: string, events: Subscriber["events"], fails = false): Subscriber => ({
		name,
		events,
		handle: async (received) => {
			if (fails) throw new Error(`${name} failed`);
			handled.push(`${name}: ${received.name}`);
		},
	});
	const subscribers = [
		subscriber("broken", ["dub_created"], true),
		subscriber("dubs", ["dub_created", "api_key_unhidden"]),
		subscriber("keys", ["api_key_unhidden"]),
	];
	const published = { id: "1", ...event } as PublishedEvent;
	await expect(runWorkflow(eventWorkflow, published, { subscribers })).rejects.toThrow("broken failed");
	expect(handled).toEqual(["dubs: dub_created"]);
});

test("an unknown event is rejected", async () => {
	const unknown = { ...event, id: "1", name: "moon_landed" } as unknown as PublishedEvent;
	await expect(runWorkflow(eventWorkflow, unknown, { subscribers: [] })).rejects.toThrow(/name/);
});
