import type { Tier } from "@timbre/contract/plans.ts";
import { createTestDatabase, type TestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../../core/ids.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { ensureWorkspace } from "../workspace/workspace.public.ts";
import {
	createCreditReserver,
	createDeliveryRecorder,
	grantCredits,
	type ReserveCredits,
	refundCredits,
	setExtension,
	settleAbandoned,
	settleCredits,
} from "./usage.public.ts";
import { renewLeases } from "./usage.repo.ts";

let store: TestDatabase;
let reserveCredits: ReserveCredits;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
	reserveCredits = createCreditReserver(store.db);
});
afterAll(async () => store.close());

async function workspace(credits = 1_000): Promise<string> {
	const id = newId();
	await store.db
		.insertInto("auth_user")
		.values({ id, name: "Ada", email: `${id}@example.com` })
		.execute();
	const { workspaceId } = await ensureWorkspace(store.db, { id, name: "Ada" }, "free");
	await store.db.updateTable("workspace").set({ tier: "enterprise" }).where("id", "=", workspaceId).execute();
	await grantCredits(store.db, workspaceId, credits);
	return workspaceId;
}

function reserve(workspaceId: string, amount: number, leaseSeconds = 60, tier: Tier = "enterprise") {
	return reserveCredits(workspaceId, { generationId: newId(), amount, tier, holder: "test", leaseSeconds });
}

async function ledger(workspaceId: string) {
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

test("charges a generation for what was delivered and releases the rest", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300);
	expect(await ledger(id)).toEqual({ used: 0, reserved: 300 });
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 120))).toEqual({
		from: 0,
		to: 120,
	});
	expect(await ledger(id)).toEqual({ used: 120, reserved: 0 });
});

test("settling twice charges once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 300));
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 300))).toBeUndefined();
	expect(await ledger(id)).toEqual({ used: 300, reserved: 0 });
});

test("USAGE-010 accepts a request that reaches the limit exactly and rejects one credit more without reserving", async () => {
	const id = await workspace(100);
	await reserve(id, 60);
	await expect(reserve(id, 41)).rejects.toMatchObject({ code: "quota_exceeded" });
	await reserve(id, 40);
	expect(await ledger(id)).toEqual({ used: 0, reserved: 100 });
});

test("credits renew after the period ends", async () => {
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
	expect(await ledger(id)).toEqual({ used: 0, reserved: 1_000 });
});

test("concurrent reservations never exceed the plan's concurrency", async () => {
	const id = await workspace(10_000);
	const results = await Promise.allSettled(Array.from({ length: 12 }, () => reserve(id, 1, 60, "starter")));
	expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
	expect(await ledger(id)).toEqual({ used: 0, reserved: 3 });
});

test("settles a reservation of a crashed process for what it delivered and leaves live ones alone", async () => {
	const id = await workspace();
	const dead = await reserve(id, 300, 0.01);
	const living = await reserve(id, 200, 0.01);
	await createDeliveryRecorder(store.db)(id, dead.generationId, 170);
	// Late progress must not undo earlier progress.
	await createDeliveryRecorder(store.db)(id, dead.generationId, 90);
	await store.db
		.updateTable("credit_reservation")
		.set({ holder: "alive" })
		.where("generation_id", "=", living.generationId)
		.execute();
	await new Promise((resolve) => setTimeout(resolve, 30));
	await renewLeases(store.db, GLOBAL, "alive", 60);
	await settleAbandoned(store.db);
	expect(await ledger(id)).toEqual({ used: 170, reserved: 200 });
});

test("records progress of many concurrent streams while their leases are renewed", async () => {
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
		...Array.from({ length: 10 }, () => renewLeases(store.db, GLOBAL, "test", 60)),
	]);
	const stranger = await workspace();
	await record(stranger, generations[1]?.generationId ?? "", 20);
	expect(await recorded(generations[1]?.generationId ?? "")).toBe(19);
});

test("concurrent sweeps settle once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 300, 0.01);
	await createDeliveryRecorder(store.db)(id, generationId, 100);
	await new Promise((resolve) => setTimeout(resolve, 30));
	const settled = await Promise.all([settleAbandoned(store.db), settleAbandoned(store.db), settleAbandoned(store.db)]);
	expect(settled.reduce((a, b) => a + b)).toBe(1);
	expect(await ledger(id)).toEqual({ used: 100, reserved: 0 });
});

test("refunds a charge once", async () => {
	const id = await workspace();
	const { generationId } = await reserve(id, 50);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, 50));
	expect(await refundCredits(store.db, id, generationId)).toBe(50);
	expect(await refundCredits(store.db, id, generationId)).toBe(0);
	expect(await ledger(id)).toEqual({ used: 0, reserved: 0 });
});

test("another workspace can't settle or refund a generation", async () => {
	const owner = await workspace();
	const stranger = await workspace();
	const { generationId } = await reserve(owner, 50);
	expect(await store.db.transaction().execute((tx) => settleCredits(tx, stranger, generationId, 50))).toBeUndefined();
	expect(await refundCredits(store.db, stranger, generationId)).toBe(0);
	expect(await ledger(owner)).toEqual({ used: 0, reserved: 50 });
	expect(await ledger(stranger)).toEqual({ used: 0, reserved: 0 });
});

test("USAGE-003 USAGE-004 USAGE-008 a workspace can extend its limit up to its plan's maximum", async () => {
	const id = await workspace(100);
	const spend = async (amount: number, tier: Tier) => {
		const { generationId } = await reserve(id, amount, 60, tier);
		await store.db.transaction().execute((tx) => settleCredits(tx, id, generationId, amount));
	};
	await expect(spend(101, "creator")).rejects.toMatchObject({ code: "quota_exceeded" });
	await setExtension(store.db, id, "creator", { allowed: true, max: null });
	await spend(150, "creator");
	expect(await ledger(id)).toEqual({ used: 150, reserved: 0 });
	await spend(950, "creator");
	await expect(spend(1, "creator")).rejects.toThrow("needs 1 credits, but 0 are left");
	expect(await ledger(id)).toEqual({ used: 1_100, reserved: 0 });
	// Plans without extension, and one with an unlimited extension.
	for (const tier of ["free", "starter", "trial"] as const)
		await expect(spend(1, tier)).rejects.toMatchObject({ code: "quota_exceeded" });
	await spend(1_000_000, "enterprise");
	await setExtension(store.db, id, "enterprise", { allowed: false, max: null });
	await expect(spend(1, "enterprise")).rejects.toMatchObject({ code: "quota_exceeded" });
});

test("a workspace can lower its extension, and concurrent requests never exceed it", async () => {
	const id = await workspace(100);
	await setExtension(store.db, id, "pro", { allowed: true, max: 50 });
	const results = await Promise.allSettled(Array.from({ length: 20 }, () => reserve(id, 15, 60, "enterprise")));
	expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(10);
	expect(await ledger(id)).toEqual({ used: 0, reserved: 150 });
});

test("a charge has the details of its reservation and settlement, and so does its refund", async () => {
	const id = await workspace();
	const facts = {
		userId: "u",
		apiKeyId: "k",
		via: "api-key",
		voiceId: "v",
		voiceName: "Vera",
		modelId: "m",
		source: "TTS",
	} as const;
	const generationId = newId();
	await reserveCredits(id, {
		generationId,
		amount: 10,
		tier: "enterprise",
		holder: "test",
		leaseSeconds: 60,
		facts,
	});
	await store.db
		.transaction()
		.execute((tx) => settleCredits(tx, id, generationId, 8, { characters: 20, seconds: 1.5, firstAudioMs: 120 }));
	await refundCredits(store.db, id, generationId);
	const entries = await store.db
		.selectFrom("credit_entry")
		.selectAll()
		.where("generation_id", "=", generationId)
		.orderBy("id")
		.execute();
	const common = {
		user_id: "u",
		api_key_id: "k",
		via: "api-key",
		voice_id: "v",
		voice_name: "Vera",
		model_id: "m",
		source: "TTS",
	};
	expect(entries).toMatchObject([
		{ kind: "charge", amount: 8, ...common, characters: 20, seconds: 1.5, first_audio_ms: 120 },
		{ kind: "refund", amount: -8, ...common },
	]);
});

test("records free speech without a charge, but not a generation without output", async () => {
	const id = await workspace();
	const free = await reserve(id, 0);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, free.generationId, 0, { characters: 40 }));
	const failed = await reserve(id, 10);
	await store.db.transaction().execute((tx) => settleCredits(tx, id, failed.generationId, 0));
	expect(await ledger(id)).toEqual({ used: 0, reserved: 0 });
	const entries = await store.db.selectFrom("credit_entry").selectAll().where("workspace_id", "=", id).execute();
	expect(entries).toMatchObject([{ generation_id: free.generationId, amount: 0, characters: 40 }]);
	expect(await refundCredits(store.db, id, free.generationId)).toBe(0);
});

test("settles a generation of a crashed process with its voice and user", async () => {
	const id = await workspace();
	const generationId = newId();
	const facts = { userId: "u", voiceId: "v" };
	await reserveCredits(id, {
		generationId,
		amount: 10,
		tier: "enterprise",
		holder: "x",
		leaseSeconds: 0.01,
		facts,
	});
	await createDeliveryRecorder(store.db)(id, generationId, 7);
	await new Promise((resolve) => setTimeout(resolve, 30));
	await settleAbandoned(store.db);
	const entry = await store.db
		.selectFrom("credit_entry")
		.selectAll()
		.where("generation_id", "=", generationId)
		.executeTakeFirst();
	expect(entry).toMatchObject({ amount: 7, user_id: "u", voice_id: "v" });
});
