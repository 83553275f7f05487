import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
afterEach(async () => app.stop());

/** Reads the full response, so the reservation is settled too. */
async function generate(apiKey: string): Promise<number> {
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, apiKey, {
		text: "Generated while others wait.",
	});
	await response.arrayBuffer();
	return response.status;
}

/** Locks a workspace's credit account, so its credit reservations wait until the given work is done. */
async function whileAccountLocked(workspaceId: string, work: () => Promise<void>): Promise<void> {
	await app.db.transaction().execute(async (tx) => {
		await sql`select 1 from credit_account where workspace_id = ${workspaceId} for update`.execute(tx);
		await work();
	});
}

test("requests waiting for one workspace's account leave database connections for other workspaces", async () => {
	app = await testApp({ env: { DATABASE_POOL: "8" } });
	const [busy, other] = [await app.user({ tier: "enterprise" }), await app.user()];
	expect(await generate(busy.apiKey)).toBe(200);
	let requests: Promise<number>[] = [];
	await whileAccountLocked(busy.workspaceId, async () => {
		requests = Array.from({ length: 12 }, () => generate(busy.apiKey));
		for (let round = 0; round < 3; round++) expect(await generate(other.apiKey)).toBe(200);
	});
	expect(await Promise.all(requests)).toEqual(Array.from(requests, () => 200));
});

test("a request that gets no database connection in time fails with system_busy, not internal_error", async () => {
	app = await testApp({ env: { DATABASE_POOL: "2", DATABASE_WAIT_SECONDS: "5" } });
	const [busy, other] = [await app.user({ tier: "enterprise" }), await app.user()];
	expect(await generate(busy.apiKey)).toBe(200);
	let requests: Promise<number>[] = [];
	await whileAccountLocked(busy.workspaceId, async () => {
		requests = [generate(busy.apiKey), generate(busy.apiKey)];
		const waiting = async () => {
			const { rows } = await sql`
				select 1 from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
			return rows.length;
		};
		await expect.poll(waiting).toBe(2);
		const response = await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": other.apiKey } });
		expect(response.status).toBe(429);
		expect(response.headers.get("retry-after")).toBe("5");
		expect(await response.json()).toMatchObject({ detail: { code: "system_busy" } });
	});
	expect(await Promise.all(requests)).toEqual([200, 200]);
});

test("a session that can't be looked up in time fails with system_busy, not internal_error", async () => {
	app = await testApp({ env: { DATABASE_POOL: "2", DATABASE_WAIT_SECONDS: "3" } });
	const cookie = await app.signIn(await app.user());
	const waiting: Promise<Response>[] = [];
	/** More requests than the identity library has connections. The first that responds has waited in vain. */
	const firstOf = (path: string) => {
		const requests = Array.from({ length: 4 }, () => fetch(`${app.url}${path}`, { headers: { cookie } }));
		waiting.push(...requests);
		return Promise.race(requests);
	};
	await app.db.transaction().execute(async (tx) => {
		await sql`lock table auth_session in access exclusive mode`.execute(tx);
		for (const path of ["/v1/user", "/api/auth/get-session"]) {
			const response = await firstOf(path);
			expect([response.status, response.headers.get("retry-after")], path).toEqual([429, "5"]);
			expect(await response.clone().json(), path).toMatchObject({ detail: { code: "system_busy" } });
		}
	});
	const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status));
	expect(statuses).toEqual(new Set([429, 200]));
});
