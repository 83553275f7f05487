import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runWorkflow } from "../testing/run-workflow.ts";
import { eventWorkflow, type NewEvent, type PublishedEvent, publishEvent, type Subscriber } from "./events.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(() => store.close());

const event: NewEvent = { name: "dub_created", workspaceId: "w", userId: "u", data: { dubbingId: "d" } };
const waiting = () => store.db.selectFrom("outbox").selectAll().execute();

test("an event is told if and only if its transaction is kept", async () => {
	const given = store.db.transaction().execute(async (tx) => {
		await publishEvent(tx, event);
		throw new Error("no");
	});
	await expect(given).rejects.toThrow("no");
	expect(await waiting()).toEqual([]);
	await store.db.transaction().execute((tx) => publishEvent(tx, event));
	const [row] = await waiting();
	expect(row).toMatchObject({ target: "Event", payload: { ...event, id: row?.target_key } });
});

test("each subscriber hears its events and no others, and one that fails does not keep them from the next", async () => {
	const heard: string[] = [];
	const subscriber = (name: string, events: Subscriber["events"], fails = false): Subscriber => ({
		name,
		events,
		handle: async (heardEvent) => {
			if (fails) throw new Error(`${name} failed`);
			heard.push(`${name}: ${heardEvent.name}`);
		},
	});
	const subscribers = [
		subscriber("broken", ["dub_created"], true),
		subscriber("dubs", ["dub_created", "api_key_unhidden"]),
		subscriber("keys", ["api_key_unhidden"]),
	];
	const published = { id: "1", ...event } as PublishedEvent;
	await expect(runWorkflow(eventWorkflow, published, { subscribers })).rejects.toThrow("broken failed");
	expect(heard).toEqual(["dubs: dub_created"]);
});

test("what is no event of the table is refused", async () => {
	const unknown = { ...event, id: "1", name: "moon_landed" } as unknown as PublishedEvent;
	await expect(runWorkflow(eventWorkflow, unknown, { subscribers: [] })).rejects.toThrow(/name/);
});
