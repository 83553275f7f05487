import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHistoryItem } from "../../seed/builders.ts";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

const sentences = 40_000;

describe("kill -9 in the middle of the deletion of an account", () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await startHarness({ engines: "fake" });
		const { db, storage, person } = harness;
		for (let i = 0; i < 20; i++) await aHistoryItem(db, storage, person, { text: `item ${i}` });
		const sound = Buffer.from("not really sound");
		for (let i = 0; i < sentences; i++)
			await storage.put(`takes/${person.workspaceId}/${i}`, sound, "application/octet-stream", { replaceable: true });
	});
	afterAll(() => harness?.stop());

	test("of the worker and of the durable engine: it is taken up again and ends with nothing left", {
		tags: ["gate"],
		timeout: 300_000,
	}, async () => {
		const { stack, db, storage, person } = harness;
		const entered = await fetch(`${stack.url}/api/auth/sign-in/email`, {
			method: "POST",
			headers: { "content-type": "application/json", origin: stack.url },
			body: JSON.stringify({ email: person.email, password: person.password }),
		});
		const cookie = entered.headers
			.getSetCookie()
			.map((one) => one.split(";")[0])
			.join("; ");
		const left = async () => (await storage.list(`takes/${person.workspaceId}/`)).length;
		const asked = await fetch(`${stack.url}/v1/user/delete`, {
			method: "DELETE",
			headers: { cookie, origin: stack.url },
		});
		expect(asked.status).toBe(202);
		expect((await fetch(`${stack.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
		await until("the first sentences to go", 30, async () => (await left()) < sentences);
		await stack.kill("worker");
		const atKill = await left();
		expect(atKill, "it was in the middle").toBeGreaterThan(0);
		await stack.waitReady("worker");
		await until("it to go on", 60, async () => (await left()) < atKill);
		await stack.kill("restate");
		await stack.waitReady("restate");
		await until("the end", 120, async () => {
			const rows = await db.selectFrom("privacy_deletion").select("state").execute();
			return rows.every((row) => row.state === "done");
		});
		expect(await left()).toBe(0);
		expect(await storage.list(`history/${person.workspaceId}`)).toEqual([]);
		expect(await db.selectFrom("auth_user").select("id").where("id", "=", person.userId).execute()).toEqual([]);
		const items = await db
			.selectFrom("history_item")
			.select("id")
			.where("workspace_id", "=", person.workspaceId)
			.execute();
		expect(items).toEqual([]);
	});
});
