import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";

let app: TestApp;
afterEach(async () => app.stop());

/** To its end: then its books are closed too. */
async function speak(apiKey: string): Promise<number> {
	const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, apiKey, { text: "Said while many wait." });
	await answer.arrayBuffer();
	return answer.status;
}

/** Holds the account of a workspace: whoever wants to reserve credits of it waits until the given work is done. */
async function whileAccountIsHeld(workspaceId: string, work: () => Promise<void>): Promise<void> {
	await app.db.transaction().execute(async (tx) => {
		await sql`select 1 from credit_account where workspace_id = ${workspaceId} for update`.execute(tx);
		await work();
	});
}

test("a crowd of requests that wait for one workspace's account leaves connections to everybody else", async () => {
	app = await testApp({ env: { DATABASE_POOL: "8" } });
	const [crowded, other] = [await app.person({ tier: "enterprise" }), await app.person()];
	expect(await speak(crowded.apiKey)).toBe(200);
	let crowd: Promise<number>[] = [];
	await whileAccountIsHeld(crowded.workspaceId, async () => {
		crowd = Array.from({ length: 12 }, () => speak(crowded.apiKey));
		for (let round = 0; round < 3; round++) expect(await speak(other.apiKey)).toBe(200);
	});
	expect(await Promise.all(crowd)).toEqual(Array.from(crowd, () => 200));
});

test("whoever finds no connection to the database free for as long as the settings say is told to come back, not that something broke", async () => {
	app = await testApp({ env: { DATABASE_POOL: "2", DATABASE_WAIT_SECONDS: "5" } });
	const [crowded, other] = [await app.person({ tier: "enterprise" }), await app.person()];
	expect(await speak(crowded.apiKey)).toBe(200);
	let crowd: Promise<number>[] = [];
	await whileAccountIsHeld(crowded.workspaceId, async () => {
		crowd = [speak(crowded.apiKey), speak(crowded.apiKey)];
		const waiting = async () => {
			const { rows } = await sql`
				select 1 from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
			return rows.length;
		};
		await expect.poll(waiting).toBe(2);
		const answer = await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": other.apiKey } });
		expect(answer.status).toBe(429);
		expect(answer.headers.get("retry-after")).toBe("5");
		expect(await answer.json()).toMatchObject({ detail: { code: "system_busy" } });
	});
	expect(await Promise.all(crowd)).toEqual([200, 200]);
});
