import type { OwnProfile, PublicProfile } from "@timbre/contract/profiles/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const updateProfile = (user: SeedUser, body: unknown) =>
	fetch(`${app.url}/v1/user/profile`, {
		method: "PATCH",
		headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
const updatedProfile = async (user: SeedUser, body: unknown) =>
	(await (await updateProfile(user, body)).json()) as OwnProfile;
const getProfile = (name: string) => fetch(`${app.url}/v1/profiles/${encodeURIComponent(name)}`);
const profileOf = async (name: string) => (await (await getProfile(name)).json()) as PublicProfile;
async function share(user: SeedUser, id: string): Promise<{ share_link: string }> {
	const response = await app.postJson(`/v1/history/${id}/share-link`, user.apiKey, {});
	return (await response.json()) as { share_link: string };
}
async function sharedItem(user: SeedUser, text: string): Promise<string> {
	const id = await app.historyItem(user, { text });
	const { share_link } = await share(user, id);
	return share_link.split("/").at(-1) ?? "";
}
const codeOf = async (response: Response) => [
	response.status,
	((await response.json()) as { detail: { code?: string } }).detail.code,
];

test("a profile is not public before its owner chooses a handle and publishes it", async () => {
	const ada = await app.user();
	expect(await app.get("/v1/user/profile", ada.apiKey)).toMatchObject({
		handle: null,
		public: false,
		list_shared: false,
		profile_url: null,
	});
	expect(await codeOf(await updateProfile(ada, { public: true }))).toEqual([400, "invalid_request"]);
	await updatedProfile(ada, { handle: "ada-hidden" });
	expect(await codeOf(await getProfile("ada-hidden"))).toEqual([404, "not_found"]);
	expect(await codeOf(await getProfile("nobody"))).toEqual([404, "not_found"]);
	expect(await updatedProfile(ada, { public: true })).toMatchObject({ handle: "ada-hidden", public: true });
	expect((await getProfile("ada-hidden")).status).toBe(200);
});

test("a public profile shows name and month, and shared items only if turned on", async () => {
	const ada = await app.user();
	await sharedItem(ada, "The first thing that I shared.");
	const latest = await sharedItem(ada, "And a second thing.");
	await app.historyItem(ada, { text: "This one is nobody's business." });
	await fetch(`${app.url}/v1/user/update-public-user-name`, {
		method: "POST",
		headers: { "xi-api-key": ada.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ public_user_name: "Ada the Great" }),
	});
	const own = await updatedProfile(ada, { handle: "Ada-Great", public: true });
	expect(own).toMatchObject({ handle: "ada-great", public: true, list_shared: false, shared_count: 2 });
	const page = await profileOf("ada-great");
	expect(page).toEqual({
		handle: "ada-great",
		name: "Ada the Great",
		joined: new Date().toISOString().slice(0, 7),
		profile_url: `${app.url}/profiles/ada-great`,
		embed_url: `${app.url}/profiles/embed/ada-great`,
		lists_shared: false,
		items: [],
	});
	// Nothing that identifies the account.
	expect(JSON.stringify(page)).not.toContain(ada.email);

	await updatedProfile(ada, { list_shared: true });
	const { items } = await profileOf("ADA-great");
	expect(items.map(({ text }) => text)).toEqual(["And a second thing.", "The first thing that I shared."]);
	expect(items[0]).toMatchObject({ share_id: latest, share_url: `${app.url}/share/${latest}` });
	expect((await fetch(items[0]?.audio_url ?? "")).status).toBe(200);

	await updatedProfile(ada, { public: false });
	expect((await getProfile("ada-great")).status).toBe(404);
});

test("deleted items are not listed and long texts are truncated", async () => {
	const user = await app.user();
	await updatedProfile(user, { handle: "longwinded", public: true, list_shared: true });
	await sharedItem(user, "word ".repeat(1_000));
	const deletedId = await app.historyItem(user, { text: "Gone soon." });
	await share(user, deletedId);
	expect((await profileOf("longwinded")).items).toHaveLength(2);
	await fetch(`${app.url}/v1/history/${deletedId}`, { method: "DELETE", headers: { "xi-api-key": user.apiKey } });
	const { items } = await profileOf("longwinded");
	expect(items).toHaveLength(1);
	expect(items[0]?.text.length).toBeLessThanOrEqual(600);
	expect(items[0]?.title.length).toBeLessThanOrEqual(60);
});

test("a handle is unique, even for concurrent requests, and its owner can change or keep it", async () => {
	const users = [await app.user(), await app.user(), await app.user()] as const;
	const responses = await Promise.all(users.map((user) => updateProfile(user, { handle: "wanted", public: true })));
	expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	const owner = users[responses.findIndex(({ status }) => status === 200)] as SeedUser;
	expect((await updateProfile(owner, { handle: "wanted" })).status).toBe(200);
	expect(await updatedProfile(owner, { handle: "other-name" })).toMatchObject({ handle: "other-name", public: true });
	expect((await getProfile("wanted")).status).toBe(404);
});

test.each([
	"ab",
	"-ada",
	"ada-",
	"a--b",
	"ada lovelace",
	"ädä",
	"embed",
	"Admin",
	"a/b",
	"x".repeat(31),
	"",
	"ada\u0000",
])("rejects the handle %j", async (handle) => {
	expect((await updateProfile(await app.user(), { handle })).status).toBe(422);
});
