import type { Tier } from "@timbre/contract/plans.ts";
import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../../core/ids.ts";
import { ensureWorkspace } from "../workspace/workspace.public.ts";
import {
	createDeliveryRecorder,
	grantCredits,
	refundCredits,
	reserveCredits,
	settleCredits,
	sweepAbandoned,
} from "./usage.public.ts";
import { renewLeases } from "./usage.repo.ts";

let store: TestDatabase;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
});
afterAll(async () => store.close());

async function workspace(credits = 1_000): Promise<string> {
	const id = newId();
	await store.db
		.insertInto("auth_user")
		.values({ id, name: "Ada", email: `${id}@example.com` })
		.execute();
	const { workspaceId } = await ensureWorkspace(store.db, { id, name: "Ada" });
	await store.db.updateTable("workspace").set({ tier: "enterprise" }).where("id", "=", workspaceId).execute();
	await grantCredits(store.db, workspaceId, credits);
	return workspaceId;
}

function reserve(workspaceId: string, amount: number, leaseSeconds = 60, tier: Tier = "enterprise") {
	return reserveCredits(store.db, workspaceId, { generationId: newId(), amount, tier, holder: "test", leaseSeconds });
}

async function books(workspaceId: string) {
	const account = await store.db
		.selectFrom("credit_account")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.executeTakeFirstOrThrow();
	const entries = await store.db
		.selectFrom("credit_entry")
		.select("amount")
		.where("workspace_id", "=", workspaceId)
		.execute();
	const open = await store.db
		.selectFrom("credit_reservation")
		.select("amount")
		.where("workspace_id", "=", workspaceId)
		.where("state", "=", "open")
		.execute();
	const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);
	expect(account.used, "used is the sum of the ledger").toBe(sum(entries));
	expect(account.reserved, "reserved is the sum of open reservations").toBe(sum(open));
	return { used: account.used, reserved: account.reserved };
}

test("a generation is charged for what was delivered and the rest is freed", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300);
	expect(await books(id)).toEqual({ used: 0, reserved: 300 });
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 120))).toEqual({
		from: 0,
		to: 120,
	});
	expect(await books(id)).toEqual({ used: 120, reserved: 0 });
});

test("settling twice charges once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 300));
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 300))).toBeUndefined();
	expect(await books(id)).toEqual({ used: 300, reserved: 0 });
});

test("USAGE-010 a request that fills the limit exactly is accepted, one credit more is refused and reserves nothing", async () => {
	const id = await workspace(100);
	await reserve(id, 60);
	await expect(reserve(id, 41)).rejects.toMatchObject({ code: "quota_exceeded" });
	await reserve(id, 40);
	expect(await books(id)).toEqual({ used: 0, reserved: 100 });
});

test("credits renew when the period is over", async () => {
	const id = await workspace(100);
	const { generationId } = await reserve(id, 100);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 100));
	await expect(reserve(id, 1)).rejects.toMatchObject({ code: "quota_exceeded" });
	await store.db
		.updateTable("credit_account")
		.set({ period_end: new Date(Date.now() - 1_000) })
		.where("workspace_id", "=", id)
		.execute();
	await reserve(id, 100);
	const account = await store.db
		.selectFrom("credit_account")
		.selectAll()
		.where("workspace_id", "=", id)
		.executeTakeFirstOrThrow();
	expect(account).toMatchObject({ used: 0, reserved: 100 });
	expect(account.period_end.getTime()).toBeGreaterThan(Date.now());
});

test("concurrent reservations never exceed the limit", async () => {
	const id = await workspace(1_000);
	const results = await Promise.allSettled(Array.from({ length: 40 }, () => reserve(id, 100)));
	expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(10);
	expect(await books(id)).toEqual({ used: 0, reserved: 1_000 });
});

test("a plan's number of texts at once is kept under a race", async () => {
	const id = await workspace(10_000);
	const results = await Promise.allSettled(Array.from({ length: 12 }, () => reserve(id, 1, 60, "starter")));
	expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
	expect(await books(id)).toEqual({ used: 0, reserved: 3 });
});

test("a reservation whose process died is settled at what it delivered, a living one is left alone", async () => {
	const id = await workspace();
	const dead = await reserve(id, 300, 0.01);
	const living = await reserve(id, 200, 0.01);
	await createDeliveryRecorder(store.db)(id, dead.generationId, 170);
	// Progress that arrives late must not undo progress that arrived before.
	await createDeliveryRecorder(store.db)(id, dead.generationId, 90);
	await store.db
		.updateTable("credit_reservation")
		.set({ holder: "alive" })
		.where("generation_id", "=", living.generationId)
		.execute();
	await new Promise((resolve) => setTimeout(resolve, 30));
	await renewLeases(store.db, "alive", 60);
	await sweepAbandoned(store.db);
	expect(await books(id)).toEqual({ used: 170, reserved: 200 });
});

test("progress of many streams at once is all on record when each is told so, beside renewals of the same leases", async () => {
	const id = await workspace();
	const record = createDeliveryRecorder(store.db);
	const generations = await Promise.all(Array.from({ length: 50 }, () => reserve(id, 20)));
	const recorded = async (generationId: string) =>
		(
			await store.db
				.selectFrom("credit_reservation")
				.select("delivered")
				.where("generation_id", "=", generationId)
				.executeTakeFirst()
		)?.delivered;
	await Promise.all([
		...generations.map(async ({ generationId }, index) => {
			for (const delivered of [5, 11, 20]) {
				await record(id, generationId, delivered - (index % 3));
				expect(await recorded(generationId)).toBe(delivered - (index % 3));
			}
		}),
		...Array.from({ length: 10 }, () => renewLeases(store.db, "test", 60)),
	]);
	const stranger = await workspace();
	await record(stranger, generations[1]?.generationId ?? "", 20);
	expect(await recorded(generations[1]?.generationId ?? "")).toBe(19);
});

test("two sweeps at once settle once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300, 0.01);
	await createDeliveryRecorder(store.db)(id, generationId, 100);
	await new Promise((resolve) => setTimeout(resolve, 30));
	const settled = await Promise.all([sweepAbandoned(store.db), sweepAbandoned(store.db), sweepAbandoned(store.db)]);
	expect(settled.reduce((a, b) => a + b)).toBe(1);
	expect(await books(id)).toEqual({ used: 100, reserved: 0 });
});

test("a refund gives back the charge once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 50);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 50));
	expect(await refundCredits(store.db, id, generationId)).toBe(50);
	expect(await refundCredits(store.db, id, generationId)).toBe(0);
	expect(await books(id)).toEqual({ used: 0, reserved: 0 });
});

test("another workspace cannot settle or refund a generation", async () => {
	const owner = await workspace();
	const stranger = await workspace();
	const { generationId } = await reserve(owner, 50);
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, stranger, generationId, 50))).toBeUndefined();
	expect(await refundCredits(store.db, stranger, generationId)).toBe(0);
	expect(await books(owner)).toEqual({ used: 0, reserved: 50 });
	expect(await books(stranger)).toEqual({ used: 0, reserved: 0 });
});
