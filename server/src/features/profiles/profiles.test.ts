import type { OwnProfile, PublicProfile } from "@timbre/contract/profiles.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const change = (person: Person, body: unknown) =>
	fetch(`${app.url}/v1/user/profile`, {
		method: "PATCH",
		headers: { "xi-api-key": person.apiKey, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
const changed = async (person: Person, body: unknown) => (await (await change(person, body)).json()) as OwnProfile;
const look = (name: string) => fetch(`${app.url}/v1/profiles/${encodeURIComponent(name)}`);
const seen = async (name: string) => (await (await look(name)).json()) as PublicProfile;
async function sharedItem(person: Person, text: string): Promise<string> {
	const id = await app.historyItem(person, { text });
	const { share_link } = await app.get<{ share_link: string }>(`/v1/history/${id}/share-link`, person.apiKey);
	return share_link.split("/").at(-1) ?? "";
}
const codeOf = async (answer: Response) => [
	answer.status,
	((await answer.json()) as { detail: { code?: string } }).detail.code,
];

test("nobody has a public page before they choose a name for it and show it", async () => {
	const ada = await app.person();
	expect(await app.get("/v1/user/profile", ada.apiKey)).toMatchObject({
		handle: null,
		public: false,
		list_shared: false,
		profile_url: null,
	});
	expect(await codeOf(await change(ada, { public: true }))).toEqual([400, "invalid_request"]);
	await changed(ada, { handle: "ada-hidden" });
	expect(await codeOf(await look("ada-hidden"))).toEqual([404, "not_found"]);
	expect(await codeOf(await look("nobody"))).toEqual([404, "not_found"]);
	expect(await changed(ada, { public: true })).toMatchObject({ handle: "ada-hidden", public: true });
	expect((await look("ada-hidden")).status).toBe(200);
});

test("a public page shows the name and the month; what was shared by link only if its owner asks for that too", async () => {
	const ada = await app.person();
	await sharedItem(ada, "The first thing that I shared.");
	const latest = await sharedItem(ada, "And a second thing.");
	await app.historyItem(ada, { text: "This one is nobody's business." });
	await fetch(`${app.url}/v1/user/update-public-user-name`, {
		method: "POST",
		headers: { "xi-api-key": ada.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ public_user_name: "Ada the Great" }),
	});
	const own = await changed(ada, { handle: "Ada-Great", public: true });
	expect(own).toMatchObject({ handle: "ada-great", public: true, list_shared: false, shared_count: 2 });
	const page = await seen("ada-great");
	expect(page).toEqual({
		handle: "ada-great",
		name: "Ada the Great",
		joined: new Date().toISOString().slice(0, 7),
		profile_url: `${app.url}/profiles/ada-great`,
		embed_url: `${app.url}/profiles/embed/ada-great`,
		lists_shared: false,
		items: [],
	});
	// No address, no id, no e-mail: nothing that leads back to the account.
	expect(JSON.stringify(page)).not.toContain(ada.email);

	await changed(ada, { list_shared: true });
	const { items } = await seen("ADA-great");
	expect(items.map(({ text }) => text)).toEqual(["And a second thing.", "The first thing that I shared."]);
	expect(items[0]).toMatchObject({ share_id: latest, share_url: `${app.url}/share/${latest}` });
	expect((await fetch(items[0]?.audio_url ?? "")).status).toBe(200);

	await changed(ada, { public: false });
	expect((await look("ada-great")).status).toBe(404);
});

test("a shared item that was deleted is no longer listed, and a long text is cut", async () => {
	const person = await app.person();
	await changed(person, { handle: "longwinded", public: true, list_shared: true });
	await sharedItem(person, "word ".repeat(1_000));
	const doomed = await app.historyItem(person, { text: "Gone soon." });
	await app.get(`/v1/history/${doomed}/share-link`, person.apiKey);
	expect((await seen("longwinded")).items).toHaveLength(2);
	await fetch(`${app.url}/v1/history/${doomed}`, { method: "DELETE", headers: { "xi-api-key": person.apiKey } });
	const { items } = await seen("longwinded");
	expect(items).toHaveLength(1);
	expect(items[0]?.text.length).toBeLessThanOrEqual(600);
	expect(items[0]?.title.length).toBeLessThanOrEqual(60);
});

test("a name is one person's: of two who ask at once one gets it, and its owner may change or keep it", async () => {
	const people = [await app.person(), await app.person(), await app.person()] as const;
	const answers = await Promise.all(people.map((person) => change(person, { handle: "wanted", public: true })));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	const owner = people[answers.findIndex(({ status }) => status === 200)] as Person;
	expect((await change(owner, { handle: "wanted" })).status).toBe(200);
	expect(await changed(owner, { handle: "other-name" })).toMatchObject({ handle: "other-name", public: true });
	expect((await look("wanted")).status).toBe(404);
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
])("%j is no name for a page", async (handle) => {
	expect((await change(await app.person(), { handle })).status).toBe(422);
});
