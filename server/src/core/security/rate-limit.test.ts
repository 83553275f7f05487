import { createPool } from "@timbre/db/connect.ts";
import { createTestDatabase } from "@timbre/db/test-db.ts";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { loadConfig } from "../config.ts";
import { createRateLimiter, networkOf } from "./rate-limit.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof createPool>;
let queries = 0;
beforeAll(async () => {
	store = await createTestDatabase(inject("databaseUrl"));
	pool = createPool(store.url, { max: 2 });
	const query = pool.query.bind(pool) as (...all: unknown[]) => unknown;
	Object.assign(pool, {
		query: (...all: unknown[]) => {
			queries++;
			return query(...all);
		},
	});
});
afterAll(async () => {
	await pool.end();
	await store.close();
});

const limiter = () => createRateLimiter(loadConfig({}), pool);
const shared = (requests: number) => [{ per: "everyone", requests, seconds: 60, shared: true }] as const;

test("a shared limit applies across processes, and further requests are rejected from memory", async () => {
	const [one, other] = [limiter(), limiter()];
	for (const each of [one, other, one]) await each.consume("shared", shared(3), { clientIp: "192.0.2.1" });
	await expect(other.consume("shared", shared(3), { clientIp: "192.0.2.2" })).rejects.toMatchObject({
		code: "rate_limit_exceeded",
		retryAfterSeconds: expect.any(Number),
	});
	// Rejections are cached for two seconds only.
	vi.useFakeTimers({ toFake: ["Date"] });
	try {
		await expect(other.consume("shared", shared(3), { clientIp: "192.0.2.2" })).rejects.toThrow("Too many people");
		const before = queries;
		for (let at = 0; at < 100; at++)
			await expect(other.consume("shared", shared(3), { clientIp: `192.0.2.${at}` })).rejects.toThrow(
				"Too many people",
			);
		expect(queries).toBe(before);
	} finally {
		vi.useRealTimers();
	}
});

test("a refunded point can be consumed again", async () => {
	const limits = shared(2);
	const one = limiter();
	await one.consume("returned", limits, { clientIp: "192.0.2.1" });
	await one.consume("returned", limits, { clientIp: "192.0.2.1" });
	await one.refund("returned", limits, { clientIp: "192.0.2.1" });
	await one.consume("returned", limits, { clientIp: "192.0.2.1" });
	await expect(one.consume("returned", limits, { clientIp: "192.0.2.1" })).rejects.toThrow();
});

test("limits per minute and per hour are counted separately", async () => {
	const limits = [
		{ per: "visitor", requests: 5, seconds: 60 },
		{ per: "visitor", requests: 2, seconds: 3_600 },
	] as const;
	const one = limiter();
	for (let at = 0; at < 2; at++) await one.consume("two", limits, { clientIp: "192.0.2.1" });
	await expect(one.consume("two", limits, { clientIp: "192.0.2.1" })).rejects.toThrow("Try again in 60 minutes.");
	await one.consume("two", limits, { clientIp: "192.0.2.2" });
});

test("all addresses of an IPv6 /64 network count as one visitor", () => {
	const same = ["2001:db8:1:2::1", "2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd", "2001:db8:1:2:0:0:0:0"];
	expect(new Set(same.map(networkOf))).toEqual(new Set(["2001:db8:1:2::/64"]));
	expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
	expect(networkOf("::1")).toBe("0:0:0:0::/64");
	expect(networkOf("2001:db8::7")).toBe("2001:db8:0:0::/64");
	expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
	expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
	expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
