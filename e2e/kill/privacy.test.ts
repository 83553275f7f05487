import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aHistoryItem } from "../../seed/builders.ts";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

const sentences = 40_000;

describe("kill -9 during account deletion", () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await startHarness({ engines: "fake" });
		const { db, storage, user } = harness;
		for (let i = 0; i < 20; i++) await aHistoryItem(db, storage, user, { text: `item ${i}` });
		const audio = Buffer.from("not really audio");
		for (let i = 0; i < sentences; i++)
			await storage.put(`takes/${user.workspaceId}/${i}`, audio, "application/octet-stream", { replaceable: true });
	});
	afterAll(() => harness?.stop());

	test("of the worker and Restate: the deletion resumes and removes everything", {
		tags: ["gate"],
		timeout: 300_000,
	}, async () => {
		const { stack, db, storage, user } = harness;
		const signedIn = await fetch(`${stack.url}/api/auth/sign-in/email`, {
			method: "POST",
			headers: { "content-type": "application/json", origin: stack.url },
			body: JSON.stringify({ email: user.email, password: user.password }),
		});
		const cookie = signedIn.headers
			.getSetCookie()
			.map((one) => one.split(";")[0])
			.join("; ");
		const remaining = async () => (await storage.list(`takes/${user.workspaceId}/`)).length;
		const requested = await fetch(`${stack.url}/v1/user/delete`, {
			method: "DELETE",
			headers: { cookie, origin: stack.url },
		});
		expect(requested.status).toBe(202);
		expect((await fetch(`${stack.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
		await until("the first takes to be removed", 30, async () => (await remaining()) < sentences);
		await stack.kill("worker");
		const atKill = await remaining();
		expect(atKill, "the deletion was in progress").toBeGreaterThan(0);
		await stack.waitReady("worker");
		await until("the deletion to resume", 60, async () => (await remaining()) < atKill);
		await stack.kill("restate");
		await stack.waitReady("restate");
		await until("the deletion to finish", 120, async () => {
			const rows = await db.selectFrom("privacy_deletion").select("state").execute();
			return rows.every((row) => row.state === "done");
		});
		expect(await remaining()).toBe(0);
		expect(await storage.list(`history/${user.workspaceId}`)).toEqual([]);
		expect(await db.selectFrom("auth_user").select("id").where("id", "=", user.userId).execute()).toEqual([]);
		const items = await db
			.selectFrom("history_item")
			.select("id")
			.where("workspace_id", "=", user.workspaceId)
			.execute();
		expect(items).toEqual([]);
	});
});
