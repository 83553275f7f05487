import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Log } from "../../core/log.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { updatePublicName } from "./history.service.ts";

type Link = { share_link: string; public_user_name: string; is_shared: boolean };

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { FEATURE_FEEDBACK: "false" } });
});
afterAll(async () => app.stop());

const rename = (apiKey: string, public_user_name: unknown) =>
	fetch(`${app.url}/v1/user/update-public-user-name`, {
		method: "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		body: JSON.stringify({ public_user_name }),
	});

const linkOf = (id: string) => `/v1/history/${id}/share-link`;
const createLink = async (id: string, apiKey: string) => (await app.request<Link>(apiKey, "POST", linkOf(id))).body;
const visit = async ({ share_link }: Link) => {
	const id = share_link.split("/").at(-1);
	const responses = await Promise.all(["", "/audio"].map((path) => fetch(`${app.url}/v1/share/${id}${path}`)));
	return responses.map(({ status }) => status);
};

test("HISTORY-007 returns the link of an item without sharing it", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const before = await app.get(`/v1/history/${id}`, person.apiKey);
	const links = [await app.get<Link>(linkOf(id), person.apiKey), await app.get<Link>(linkOf(id), person.apiKey)];
	expect(links[0]).toEqual({
		share_link: expect.stringMatching(new RegExp(`^${app.url}/share/[A-Za-z0-9]{32}$`)),
		public_user_name: "Ada Example",
		is_shared: false,
	});
	expect(links[1]).toEqual(links[0]);
	expect(await visit(links[0] as Link)).toEqual([404, 404]);
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toEqual(before);
	expect(before).toMatchObject({ share_link_id: null });
});

test("creating the link makes that link work, also with concurrent requests", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const shown = await app.get<Link>(linkOf(id), person.apiKey);
	const created = await Promise.all(Array.from({ length: 8 }, () => createLink(id, person.apiKey)));
	for (const link of created) expect(link).toEqual({ ...shown, is_shared: true });
	expect(await app.get(linkOf(id), person.apiKey)).toEqual({ ...shown, is_shared: true });
	expect(await visit(shown)).toEqual([200, 200]);
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({
		share_link_id: shown.share_link.split("/").at(-1),
	});
});

test("a link stops working when sharing stops, and sharing again gives a new link", async () => {
	const person = await app.user();
	const id = await app.historyItem(person);
	const first = await createLink(id, person.apiKey);
	const stopped = await app.request<Link>(person.apiKey, "DELETE", linkOf(id));
	expect(stopped).toMatchObject({ status: 200, body: { is_shared: false } });
	expect(await visit(first)).toEqual([404, 404]);
	expect(await visit(stopped.body)).toEqual([404, 404]);
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({ share_link_id: null });
	// Repeating it changes nothing.
	expect(await app.request<Link>(person.apiKey, "DELETE", linkOf(id))).toEqual(stopped);

	const second = await createLink(id, person.apiKey);
	expect(second.share_link).toBe(stopped.body.share_link);
	expect(second.share_link).not.toBe(first.share_link);
	expect(await visit(second)).toEqual([200, 200]);
	expect(await visit(first)).toEqual([404, 404]);
});

test("only members of the workspace can create or stop a link", async () => {
	const [owner, stranger] = [await app.user(), await app.user()];
	const id = await app.historyItem(owner);
	const link = await createLink(id, owner.apiKey);
	for (const method of ["POST", "DELETE"])
		expect((await app.request(stranger.apiKey, method, linkOf(id))).status).toBe(404);
	expect(await visit(link)).toEqual([200, 200]);
});

test("HISTORY-015 anyone with the link can play a shared item, under its creator's public name", async () => {
	const person = await app.user();
	const id = await app.historyItem(person, { text: `${"Words and more words, ".repeat(10)}end.` });
	const answer = await rename(person.apiKey, "  Ada the Great  ");
	expect(await answer.json()).toEqual({ status: "ok", public_user_name: "Ada the Great" });
	const { share_link } = await createLink(id, person.apiKey);
	const shareId = share_link.split("/").at(-1);
	const { voice_id } = await app.get<{ voice_id: string }>(`/v1/history/${id}`, person.apiKey);
	const shared = (await (await fetch(`${app.url}/v1/share/${shareId}`)).json()) as Record<string, unknown>;
	expect(shared).toMatchObject({
		voice_id,
		voice_name: "Heart",
		public_user_name: "Ada the Great",
		date_unix: expect.any(Number),
		text: expect.stringMatching(/end\.$/),
	});
	expect((shared.title as string).length).toBeLessThanOrEqual(60);
	expect(await app.get("/v1/user", person.apiKey)).toMatchObject({ public_user_name: "Ada the Great" });
	const audio = await fetch(shared.audio_url as string, { headers: { range: "bytes=0-2" } });
	expect(audio.status).toBe(206);
	// The response reveals nothing else about the item, its creator or the workspace.
	expect(JSON.stringify(shared)).not.toContain(person.userId);
	expect(JSON.stringify(shared)).not.toContain(person.workspaceId);
	expect(JSON.stringify(shared)).not.toContain(person.email);
	await fetch(`${app.url}/v1/history/${id}`, { method: "DELETE", headers: { "xi-api-key": person.apiKey } });
	for (const path of ["", "/audio"]) expect((await fetch(`${app.url}/v1/share/${shareId}${path}`)).status).toBe(404);
});

test.each(["", "   ", "x".repeat(61), "a\nb", "a\u202eb", "\u0000", 7, null])(
	"rejects a public name of %j",
	async (name) => {
		const person = await app.user();
		expect((await rename(person.apiKey, name)).status).toBe(422);
	},
);

test("HISTORY-016 logs an error when updating the public name", async () => {
	const warn = vi.fn();
	const log = { warn } as unknown as Log;
	await expect(updatePublicName(app.db, { userId: "nobody", log }, "Ada")).rejects.toThrow("no longer exists");
	expect(warn).toHaveBeenCalledWith(
		expect.objectContaining({ userId: "nobody", err: expect.any(Error) }),
		"could not update the public name",
	);
});

test("responds with an error for unknown share ids", async () => {
	for (const id of ["x".repeat(32), "short", "..%2f..%2fetc", "%00".repeat(20)])
		expect([404, 422]).toContain((await fetch(`${app.url}/v1/share/${id}`)).status);
});

test("GET /v1/features follows the server's configuration", async () => {
	expect(await (await fetch(`${app.url}/v1/features`)).json()).toMatchObject({ feedback: false });
});
