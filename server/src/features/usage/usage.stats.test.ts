import { aggregationIntervals, breakdownTypes, usageMetrics } from "@timbre/contract/usage/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, type SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { createCreditReserver, refundCredits, settleCredits, type UsageFacts } from "./usage.public.ts";
import { bucketStarts } from "./usage.stats.service.ts";

type Stats = { time: number[]; usage: Record<string, number[]> };

let app: TestApp;
let user: SeedUser;
let colleague: SeedUser;
const day = 86_400_000;
/** A Monday. */
const monday = Date.UTC(2026, 5, 1);

/** Creates a charge at a given time through the real ledger. */
async function spend(
	owner: SeedUser,
	at: number,
	amount: number,
	facts: UsageFacts = {},
	refunded = false,
): Promise<void> {
	const generationId = newId();
	const { workspaceId, userId } = owner;
	await createCreditReserver(app.db)(workspaceId, {
		generationId,
		amount,
		tier: "enterprise",
		holder: "test",
		leaseSeconds: 60,
		facts: { userId, via: "api-key", modelId: "kokoro", voiceName: "Heart", source: "TTS", ...facts },
	});
	await app.db
		.transaction()
		.execute((tx) =>
			settleCredits(tx, workspaceId, generationId, amount, { characters: amount, seconds: 60, ...facts }),
		);
	if (refunded) await refundCredits(app.db, workspaceId, generationId);
	await app.db
		.updateTable("credit_entry")
		.set({ created_at: new Date(at) })
		.where("generation_id", "=", generationId)
		.execute();
	await app.db
		.updateTable("credit_reservation")
		.set({ created_at: new Date(at - 20_000), closed_at: new Date(at) })
		.where("generation_id", "=", generationId)
		.execute();
}

beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "enterprise", credits: 1_000_000 });
	colleague = await aColleague(app.db, await app.user(), user.workspaceId);
	const keys = await app.db.selectFrom("api_key").selectAll().where("user_id", "=", user.userId).execute();
	const apiKeyId = keys[0]?.id;
	await spend(user, monday + 3_600_000, 100, { firstAudioMs: 100, apiKeyId });
	await spend(user, monday + 3_610_000, 50, {
		firstAudioMs: 300,
		voiceName: "Bella",
		modelId: "piper",
		via: "session",
	});
	await spend(user, monday + 2 * day, 7, { source: "STS" });
	await spend(user, monday + 2 * day, 40, {}, true);
	await spend(user, monday + 8 * day, 1_000);
	await spend(user, monday + 40 * day, 5);
	await spend(colleague, monday + 3_600_000, 9);
	await spend(await app.user({ tier: "enterprise" }), monday + 3_600_000, 12_345);
});
afterAll(async () => app.stop());

const path = (query: Record<string, string | number | boolean>) => {
	const window = { start_unix: monday, end_unix: monday + 7 * day - 1 };
	return `/v1/usage/character-stats?${new URLSearchParams(Object.entries({ ...window, ...query }).map(([k, v]) => [k, String(v)]))}`;
};
const stats = (query: Record<string, string | number | boolean> = {}, apiKey = user.apiKey) =>
	app.get<Stats>(path(query), apiKey);

test("USAGE-001 USAGE-005 returns usage per day that sums to what was charged in the range", async () => {
	const { time, usage } = await stats();
	expect(time).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => monday + n * day));
	expect(usage).toEqual({ All: [150, 0, 7, 0, 0, 0, 0] });
});

test.each([
	["hour", { All: 168 }, 150],
	["day", { All: 7 }, 150],
	["week", { All: 1 }, 157],
	["month", { All: 1 }, 157],
	["cumulative", { All: 1 }, 157],
] as const)("by %s: one bucket per interval with the same sum", async (aggregation_interval, steps, max) => {
	const { time, usage } = await stats({ aggregation_interval });
	expect(time).toHaveLength(steps.All);
	expect(usage.All).toHaveLength(steps.All);
	expect(usage.All?.reduce((a, b) => a + b)).toBe(157);
	expect(Math.max(...(usage.All ?? []))).toBe(max);
});

test("months and weeks start at calendar boundaries in UTC", () => {
	const start = Date.UTC(2026, 0, 31, 13);
	const iso = (interval: "month" | "week") =>
		bucketStarts(start, Date.UTC(2026, 2, 1), interval).map((at) => new Date(at).toISOString().slice(0, 10));
	expect(iso("month")).toEqual(["2026-01-01", "2026-02-01", "2026-03-01"]);
	expect(iso("week")).toEqual(["2026-01-26", "2026-02-02", "2026-02-09", "2026-02-16", "2026-02-23"]);
});

test("a bucket size overrides the interval, and times in seconds are accepted", async () => {
	const { time, usage } = await stats({ aggregation_bucket_size: 43_200 });
	expect(time[1]).toBe(monday + day / 2);
	expect(usage.All?.[0]).toBe(150);
	expect(await stats({ start_unix: monday / 1000, end_unix: (monday + 7 * day) / 1000 - 1 })).toEqual(await stats());
});

test.each([
	["voice", { Heart: 107, Bella: 50 }],
	["model", { kokoro: 107, piper: 50 }],
	["product_type", { "Text to Speech": 150, "Voice Changer": 7 }],
	["request_source", { api: 107, website: 50 }],
	["has_api_key", { true: 100, false: 57 }],
	["api_keys", { Key: 100, "No API key": 57 }],
	["groups", { "No group": 157 }],
] as const)("breakdown by %s", async (breakdown_type, expected) => {
	const { usage } = await stats({ breakdown_type });
	expect(Object.fromEntries(Object.entries(usage).map(([name, line]) => [name, line.reduce((a, b) => a + b)]))).toEqual(
		expected,
	);
});

test("a dialogue has characters, credits and a multiplier per voice", async () => {
	const dialogueUser = await app.user({ tier: "enterprise" });
	await spend(dialogueUser, monday, 101, {
		characters: 80,
		voiceName: "Heart",
		voices: [
			{ id: "v1", name: "Heart", rate: 1, characters: 60, worth: 60 },
			{ id: "v2", name: "Rare", rate: 2, characters: 20, worth: 40 },
		],
	});
	await spend(dialogueUser, monday, 7);
	const of = async (breakdown_type: string, metric: string) => {
		const { usage } = await stats({ breakdown_type, metric, aggregation_interval: "cumulative" }, dialogueUser.apiKey);
		return Object.fromEntries(Object.entries(usage).map(([name, [value]]) => [name, value]));
	};
	expect(await of("voice", "credits")).toEqual({ Heart: 68, Rare: 40 });
	expect(await of("voice_multiplier", "credits")).toEqual({ "1x": 68, "2x": 40 });
	expect(await of("voice", "tts_characters")).toEqual({ Heart: 67, Rare: 20 });
	expect(await of("voice", "minutes_used")).toEqual({ Heart: 1.75, Rare: 0.25 });
	expect(await of("voice", "request_count")).toEqual({ Heart: 2, Rare: 0 });
	expect(await of("none", "credits")).toEqual({ All: 108 });
	expect(await of("none", "request_count")).toEqual({ All: 2 });
	await spend(dialogueUser, monday, 3, { voices: [{ id: "v2", name: "Rare", rate: 1.5 }] }, true);
	expect(await of("voice_multiplier", "credits")).toEqual({ "1x": 68, "2x": 40, "1.5x": 0 });
	expect(await of("voice_multiplier", "concurrency")).toEqual({ "1x": 2, "1.5x": 1 });
});

test("workspace usage and the breakdown by user are for admins only", async () => {
	const { usage } = await stats({ include_workspace_metrics: true, breakdown_type: "user" });
	expect(usage).toEqual({ [user.email]: [150, 0, 7, 0, 0, 0, 0], [colleague.email]: [9, 0, 0, 0, 0, 0, 0] });
	expect((await stats({}, colleague.apiKey)).usage).toEqual({ All: [9, 0, 0, 0, 0, 0, 0] });
	const rejected = await fetch(app.url + path({ include_workspace_metrics: true }), {
		headers: { "xi-api-key": colleague.apiKey },
	});
	expect(rejected.status).toBe(403);
});

test.each([
	["credits", 157],
	["tts_characters", 197],
	["minutes_used", 4],
	["request_count", 4],
	["ttfb_avg", 200],
	["ttfb_p95", 290],
	["fiat_units_spent", 0],
	["concurrency", 2],
] as const)("metric %s", async (metric, expected) => {
	const { usage } = await stats({ metric, aggregation_interval: "cumulative" });
	expect(usage.All?.[0]).toBeCloseTo(expected, 6);
});

test("the average concurrency is the time spent generating", async () => {
	// Four generations of 20 s each.
	const { usage } = await stats({ metric: "concurrency_average", aggregation_interval: "cumulative" });
	expect((usage.All?.[0] ?? 0) * 7 * 86_400).toBeCloseTo(80, 1);
});

test("every breakdown supports every metric and interval", async () => {
	for (const breakdown_type of breakdownTypes)
		for (const metric of usageMetrics)
			for (const aggregation_interval of aggregationIntervals.slice(1)) {
				const { time, usage } = await stats({
					breakdown_type,
					metric,
					aggregation_interval,
					include_workspace_metrics: true,
				});
				for (const line of Object.values(usage)) expect(line).toHaveLength(time.length);
			}
});

test.each([
	["no range", "/v1/usage/character-stats", 422],
	["a range that ends before it starts", path({ end_unix: monday - day }), 400],
	["too many buckets", path({ aggregation_bucket_size: 1 }), 400],
	["a size of zero", path({ aggregation_bucket_size: 0 }), 422],
	["a breakdown that does not exist", path({ breakdown_type: "shoe_size" }), 422],
	["a breakdown by user of one user", path({ breakdown_type: "user" }), 400],
	["letters for a time", path({ start_unix: "yesterday" }), 422],
])("rejects %s", async (_what, address, status) => {
	const response = await fetch(app.url + address, { headers: { "xi-api-key": user.apiKey } });
	expect(response.status).toBe(status);
});

test("USAGE-006 the subscription has the remaining credits, the renewal date and the extension", async () => {
	const creator = await app.user({ tier: "creator", credits: 500 });
	await spend(creator, Date.now(), 120);
	expect(await app.get("/v1/user/subscription", creator.apiKey)).toMatchObject({
		tier: "creator",
		status: "active",
		character_count: 120,
		character_limit: 500,
		can_extend_character_limit: true,
		allowed_to_extend_character_limit: false,
		max_character_limit_extension: 1_000,
		max_credit_limit_extension: 1_000,
		next_character_count_reset_unix: expect.any(Number),
		has_open_invoices: false,
	});
	const free = await app.user();
	expect(await app.get("/v1/user/subscription", free.apiKey)).toMatchObject({
		status: "free",
		can_extend_character_limit: false,
		max_credit_limit_extension: 0,
	});
	expect(await app.get("/v1/user/subscription", user.apiKey)).toMatchObject({
		max_character_limit_extension: null,
		max_credit_limit_extension: "unlimited",
	});
});
