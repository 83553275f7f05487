import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";

type Page = {
	history: { history_item_id: string; text: string }[];
	has_more: boolean;
	last_history_item_id: string | null;
};

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("HISTORY-001 earlier generations are listed newest first, and only those of the own workspace", async () => {
	const [person, other] = [await app.person(), await app.person()];
	await app.historyItem(other, { text: "somebody else's" });
	for (const text of ["first", "second", "third"]) await app.historyItem(person, { text });
	const page = await app.get<Page>("/v1/history", person.apiKey);
	expect(page.history.map((item) => item.text)).toEqual(["third", "second", "first"]);
	expect(page.has_more).toBe(false);
});

test("pages follow each other without gap or repeat", async () => {
	const person = await app.person();
	for (let i = 0; i < 7; i++) await app.historyItem(person, { text: `item ${i}` });
	const seen: string[] = [];
	let after = "";
	for (;;) {
		const page = await app.get<Page>(`/v1/history?page_size=3${after}`, person.apiKey);
		seen.push(...page.history.map((item) => item.text));
		if (!page.has_more) break;
		after = `&start_after_history_item_id=${page.last_history_item_id}`;
	}
	expect(seen).toEqual(["item 6", "item 5", "item 4", "item 3", "item 2", "item 1", "item 0"]);
});

test("search finds words and takes % and _ literally", async () => {
	const person = await app.person();
	for (const text of ["one hundred %", "under_score", "Something Else"]) await app.historyItem(person, { text });
	const find = async (search: string) =>
		(await app.get<Page>(`/v1/history?search=${encodeURIComponent(search)}`, person.apiKey)).history.map(
			(item) => item.text,
		);
	expect(await find("%")).toEqual(["one hundred %"]);
	expect(await find("r_s")).toEqual(["under_score"]);
	expect(await find("something")).toEqual(["Something Else"]);
});

test("HISTORY-009 one item is returned by its id", async () => {
	const person = await app.person();
	const id = await app.historyItem(person, { text: "the one" });
	expect(await app.get(`/v1/history/${id}`, person.apiKey)).toMatchObject({
		history_item_id: id,
		text: "the one",
		voice_name: "Heart",
		state: "created",
	});
});

test("HISTORY-012 the audio can be fetched whole or by range", async () => {
	const person = await app.person();
	const id = await app.historyItem(person);
	const fetchAudio = (range?: string) =>
		fetch(`${app.url}/v1/history/${id}/audio`, {
			headers: { "xi-api-key": person.apiKey, ...(range ? { range } : {}) },
		});
	const whole = await fetchAudio();
	expect(whole.status).toBe(200);
	expect(whole.headers.get("accept-ranges")).toBe("bytes");
	expect(whole.headers.get("content-disposition")).toMatch(/filename="Timbre_.*_Heart\.mp3"/);
	const text = await whole.text();
	const part = await fetchAudio("bytes=4-9");
	expect(part.status).toBe(206);
	expect(part.headers.get("content-range")).toBe(`bytes 4-9/${text.length}`);
	expect(await part.text()).toBe(text.slice(4, 10));
});

test("HISTORY-010 deleting removes the row and the audio", async () => {
	const person = await app.person();
	const id = await app.historyItem(person);
	const remove = () =>
		fetch(`${app.url}/v1/history/${id}`, { method: "DELETE", headers: { "xi-api-key": person.apiKey } });
	expect(await (await remove()).json()).toEqual({ status: "ok" });
	expect(await app.storage.list(`history/${person.workspaceId}`)).toEqual([]);
	expect((await remove()).status).toBe(404);
});
