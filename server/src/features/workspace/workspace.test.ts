import type { OwnWorkspace } from "@timbre/contract/workspace/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, type SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { writeWhileLocked } from "../../testing/workspace-lock.ts";
import { lockWorkspace } from "./workspace.repo.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const list = async (headers: Record<string, string>) => {
	const response = await fetch(`${app.url}/v1/workspaces`, { headers });
	return ((await response.json()) as { workspaces: OwnWorkspace[] }).workspaces;
};
const current = async (cookie: string) => (await list({ cookie })).find((workspace) => workspace.current)?.workspace_id;
const open = (workspaceId: string, cookie: string) =>
	fetch(`${app.url}/v1/workspaces/${workspaceId}/open`, { method: "POST", headers: { cookie, origin: app.url } });
const join = (person: SeedUser, workspaceId: string) => aMembership(app.db, person.userId, workspaceId);

test("lists workspaces with the user's role, the plan and the member count", async () => {
	const host = await app.user({ tier: "pro" });
	const guest = await app.user();
	await join(guest, host.workspaceId);
	const cookie = await app.signIn(guest);
	expect(await list({ cookie })).toEqual([
		expect.objectContaining({
			workspace_id: guest.workspaceId,
			role: "admin",
			tier: "free",
			members: 1,
			current: true,
		}),
		expect.objectContaining({
			workspace_id: host.workspaceId,
			role: "editor",
			tier: "pro",
			members: 2,
			current: false,
		}),
	]);
});

test("switches the workspace for the current session only", async () => {
	const host = await app.user({ tier: "pro" });
	const guest = await app.user();
	await join(guest, host.workspaceId);
	await app.historyItem(host, { text: "Created by the host." });
	const [here, elsewhere] = [await app.signIn(guest), await app.signIn(guest)];
	expect((await open(host.workspaceId, here)).status).toBe(200);
	const history = (await (await fetch(`${app.url}/v1/history`, { headers: { cookie: here } })).json()) as {
		history: { text: string }[];
	};
	expect(history.history.map((item) => item.text)).toEqual(["Created by the host."]);
	const user = await (await fetch(`${app.url}/v1/user`, { headers: { cookie: here } })).json();
	expect(user).toMatchObject({ workspace_id: host.workspaceId, subscription: { tier: "pro" } });
	expect(await current(elsewhere)).toBe(guest.workspaceId);
	expect((await open(guest.workspaceId, here)).status).toBe(200);
	expect(await current(here)).toBe(guest.workspaceId);
});

test("returns not found for another user's workspace and keeps the current one", async () => {
	const stranger = await app.user();
	const person = await app.user();
	const cookie = await app.signIn(person);
	const [foreign, missing] = [await open(stranger.workspaceId, cookie), await open("nobodys", cookie)];
	expect([foreign.status, missing.status]).toEqual([404, 404]);
	const errorOf = async (response: Response) =>
		((await response.json()) as { detail: { message: string; code: string } }).detail;
	const { code, message } = await errorOf(missing);
	expect(code).toBe("workspace_not_found");
	expect(await errorOf(foreign)).toMatchObject({ code, message });
	expect(await current(cookie)).toBe(person.workspaceId);
});

test("returns a removed member to their own workspace on the next request", async () => {
	const host = await app.user();
	const guest = await app.user();
	await join(guest, host.workspaceId);
	const cookie = await app.signIn(guest);
	await open(host.workspaceId, cookie);
	expect(await current(cookie)).toBe(host.workspaceId);
	await app.db
		.deleteFrom("workspace_member")
		.where("user_id", "=", guest.userId)
		.where("role", "=", "editor")
		.execute();
	expect(await list({ cookie })).toHaveLength(1);
	expect(await current(cookie)).toBe(guest.workspaceId);
});

test("creates a new workspace for a user removed from their own and leaves the old one unchanged", async () => {
	const person = await app.user();
	const cookie = await app.signIn(person);
	await app.db.deleteFrom("workspace_member").where("user_id", "=", person.userId).execute();
	const responses = await Promise.all(Array.from({ length: 4 }, () => current(cookie)));
	expect(new Set(responses).size).toBe(1);
	expect(responses[0]).toBeDefined();
	expect(responses[0]).not.toBe(person.workspaceId);
	const old = await app.db.selectFrom("workspace").select("id").where("id", "=", person.workspaceId).execute();
	expect(old).toHaveLength(1);
});

test("creates a new workspace for a user locked out of their only one", async () => {
	const person = await app.user();
	const cookie = await app.signIn(person);
	await app.db
		.updateTable("workspace_member")
		.set({ locked_at: new Date() })
		.where("user_id", "=", person.userId)
		.execute();
	const now = await current(cookie);
	expect(now).toBeDefined();
	expect(now).not.toBe(person.workspaceId);
});

test("limits an API key to its own workspace", async () => {
	const host = await app.user();
	const guest = await app.user();
	await join(guest, host.workspaceId);
	const headers = { "xi-api-key": guest.apiKey };
	expect((await list(headers)).map((workspace) => workspace.workspace_id)).toEqual([guest.workspaceId]);
	const responses = await Promise.all(
		[host.workspaceId, guest.workspaceId].map((id) =>
			fetch(`${app.url}/v1/workspaces/${id}/open`, { method: "POST", headers }),
		),
	);
	expect(responses.map((response) => response.status)).toEqual([404, 400]);
});

test("does not block writes that reference the workspace while seats are counted under its lock", async () => {
	const person = await app.user();
	await writeWhileLocked(app, person, (tx) => lockWorkspace(tx, person.workspaceId));
});
