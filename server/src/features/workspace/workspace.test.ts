import type { OwnWorkspace } from "@timbre/contract/workspace.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, type Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { writeBesideLock } from "../../testing/workspace-lock.ts";
import { lockWorkspace } from "./workspace.repo.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const list = async (headers: Record<string, string>) => {
	const answer = await fetch(`${app.url}/v1/workspaces`, { headers });
	return ((await answer.json()) as { workspaces: OwnWorkspace[] }).workspaces;
};
const current = async (cookie: string) => (await list({ cookie })).find((workspace) => workspace.current)?.workspace_id;
const open = (workspaceId: string, cookie: string) =>
	fetch(`${app.url}/v1/workspaces/${workspaceId}/open`, { method: "POST", headers: { cookie, origin: app.url } });
const join = (person: Person, workspaceId: string) => aMembership(app.db, person.userId, workspaceId);

test("the list tells each workspace's name, the person's role in it, its plan and how many it has", async () => {
	const host = await app.person({ tier: "pro" });
	const guest = await app.person();
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

test("opening another workspace changes what this session reads and owns, and no other session", async () => {
	const host = await app.person({ tier: "pro" });
	const guest = await app.person();
	await join(guest, host.workspaceId);
	await app.historyItem(host, { text: "Spoken by the host." });
	const [here, elsewhere] = [await app.signIn(guest), await app.signIn(guest)];
	expect((await open(host.workspaceId, here)).status).toBe(200);
	const history = (await (await fetch(`${app.url}/v1/history`, { headers: { cookie: here } })).json()) as {
		history: { text: string }[];
	};
	expect(history.history.map((item) => item.text)).toEqual(["Spoken by the host."]);
	const user = await (await fetch(`${app.url}/v1/user`, { headers: { cookie: here } })).json();
	expect(user).toMatchObject({ workspace_id: host.workspaceId, subscription: { tier: "pro" } });
	expect(await current(elsewhere)).toBe(guest.workspaceId);
	expect((await open(guest.workspaceId, here)).status).toBe(200);
	expect(await current(here)).toBe(guest.workspaceId);
});

test("the workspace of another is refused as if it did not exist, and the session stays where it was", async () => {
	const stranger = await app.person();
	const person = await app.person();
	const cookie = await app.signIn(person);
	const [foreign, missing] = [await open(stranger.workspaceId, cookie), await open("nobodys", cookie)];
	expect([foreign.status, missing.status]).toEqual([404, 404]);
	const words = async (answer: Response) =>
		((await answer.json()) as { detail: { message: string; code: string } }).detail;
	const { code, message } = await words(missing);
	expect(code).toBe("workspace_not_found");
	expect(await words(foreign)).toMatchObject({ code, message });
	expect(await current(cookie)).toBe(person.workspaceId);
});

test("who is no longer a member is back in the own workspace with the next request", async () => {
	const host = await app.person();
	const guest = await app.person();
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

test("who was taken out of the own workspace gets a new one, and the old one is left alone", async () => {
	const person = await app.person();
	const cookie = await app.signIn(person);
	await app.db.deleteFrom("workspace_member").where("user_id", "=", person.userId).execute();
	const answers = await Promise.all(Array.from({ length: 4 }, () => current(cookie)));
	expect(new Set(answers).size).toBe(1);
	expect(answers[0]).toBeDefined();
	expect(answers[0]).not.toBe(person.workspaceId);
	const old = await app.db.selectFrom("workspace").select("id").where("id", "=", person.workspaceId).execute();
	expect(old).toHaveLength(1);
});

test("who is locked out of the only workspace they have works in a new one", async () => {
	const person = await app.person();
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

test("an API key knows its own workspace only and cannot leave it", async () => {
	const host = await app.person();
	const guest = await app.person();
	await join(guest, host.workspaceId);
	const headers = { "xi-api-key": guest.apiKey };
	expect((await list(headers)).map((workspace) => workspace.workspace_id)).toEqual([guest.workspaceId]);
	const answers = await Promise.all(
		[host.workspaceId, guest.workspaceId].map((id) =>
			fetch(`${app.url}/v1/workspaces/${id}/open`, { method: "POST", headers }),
		),
	);
	expect(answers.map((answer) => answer.status)).toEqual([404, 400]);
});

test("who counts seats under a workspace's lock holds up nobody who only refers to the workspace", async () => {
	const person = await app.person();
	await writeBesideLock(app, person, (tx) => lockWorkspace(tx, person.workspaceId));
});
