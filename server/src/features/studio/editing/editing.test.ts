import { setTimeout as sleep } from "node:timers/promises";
import { chapterSocketPath } from "@timbre/contract/studio/paths.ts";
import { documentField } from "@timbre/contract/studio/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { insertUpdate, mergeUpdates, notifyChapter } from "../document/document.repo.ts";
import { replaceBlocks } from "../document/document.service.ts";

type Message = {
	type?: string;
	update?: string;
	vector?: string;
	number?: number;
	code?: string;
	editors?: unknown[];
} & {
	editor?: { name: string; cursor: unknown };
	canEdit?: boolean;
};

let app: TestApp;
let secondUrl: string;
beforeAll(async () => {
	app = await testApp();
	secondUrl = await app.startSecondApi();
});
afterAll(async () => app.stop());

const base = "/v1/studio/projects";
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const decode = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

async function aChapter(owner: Pick<SeedUser, "apiKey">): Promise<{ project: string; chapter: string }> {
	const form = new FormData();
	form.set("name", "Shared");
	const response = await fetch(app.url + base, { method: "POST", headers: { "xi-api-key": owner.apiKey }, body: form });
	const { project } = (await response.json()) as { project: { project_id: string; chapters_order: string[] } };
	return { project: project.project_id, chapter: project.chapters_order[0] ?? "" };
}

type Ids = Awaited<ReturnType<typeof aChapter>>;

/** A client like the app's editor, without the page. */
async function openEditor(url: string, apiKey: string, { project, chapter }: Ids) {
	const headers: Record<string, string> = apiKey === "" ? {} : { "xi-api-key": apiKey };
	const socket = new WebSocket(url.replace(/^http/, "ws") + chapterSocketPath(project, chapter), { headers } as never);
	const doc = new Y.Doc({ gc: false });
	const messages: Message[] = [];
	let wake = () => {};
	const closed = new Promise<number>((resolve) => {
		socket.addEventListener("close", ({ code }) => {
			resolve(code);
			wake();
		});
	});
	socket.addEventListener("message", (event) => {
		const message = JSON.parse(String(event.data)) as Message;
		if (message.update) Y.applyUpdate(doc, decode(message.update), "server");
		messages.push(message);
		wake();
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve);
		socket.addEventListener("error", reject);
	});
	const send = (message: object) => socket.send(JSON.stringify(message));
	let number = 0;
	doc.on("update", (update: Uint8Array, origin: unknown) => {
		if (origin !== "server") send({ type: "update", number: ++number, update: encode(update) });
	});
	const next = async (matches: (message: Message) => boolean) => {
		for (;;) {
			const found = messages.find(matches);
			if (found) return found;
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	};
	send({ type: "join", vector: encode(Y.encodeStateVector(doc)) });
	return {
		doc,
		send,
		next,
		messages,
		closed,
		close: () => socket.close(),
		/** Waits until everything that was written is stored. */
		stored: () => next((message) => message.type === "stored" && message.number === number),
		text: () => textOf(doc),
		/** The text of the first paragraph. */
		paragraph(): Y.XmlText {
			const element = doc.getXmlFragment(documentField).get(0) as Y.XmlElement;
			return element.get(0) as Y.XmlText;
		},
	};
}

const textOf = (doc: Y.Doc) =>
	doc
		.getXmlFragment(documentField)
		.toArray()
		.map((element) => (element as Y.XmlElement).toArray().join(""))
		.join("\n");

const joined = (message: Message) => message.type === "joined";

async function savedText(apiKey: string, { project, chapter }: Ids): Promise<string> {
	const { content } = await app.get<{ content: { blocks: { nodes: { text: string }[] }[] } }>(
		`${base}/${project}/chapters/${chapter}`,
		apiKey,
	);
	return content.blocks.map(({ nodes }) => nodes.map(({ text }) => text).join("")).join("\n");
}

test("two people who type into one paragraph through two APIs end with the same text, and nothing is lost", async () => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const [ada, ben] = [await openEditor(app.url, apiKey, ids), await openEditor(secondUrl, apiKey, ids)];
	await Promise.all([ada.next(joined), ben.next(joined)]);
	const type = async (editor: typeof ada, letter: string) => {
		for (let count = 0; count < 500; count++) {
			const text = editor.paragraph();
			// At its own end, or in the middle of what the other one writes.
			text.insert(count % 3 === 0 ? Math.floor(text.length / 2) : text.length, letter);
			if (count % 25 === 0) await sleep(5);
		}
		await editor.stored();
	};
	await Promise.all([type(ada, "a"), type(ben, "b")]);
	await expect.poll(() => ada.text().length === 1_000 && ada.text() === ben.text()).toBe(true);
	expect([...ada.text()].filter((letter) => letter === "a")).toHaveLength(500);
	expect(await savedText(apiKey, ids)).toBe(ada.text());
	for (const editor of [ada, ben]) editor.close();

	// The updates were merged on the way, and a new editor still gets the same text.
	const updates = app.db.selectFrom("studio_chapter_update").select("seq").where("chapter_id", "=", ids.chapter);
	expect((await updates.execute()).length).toBeLessThan(400);
	const later = await openEditor(secondUrl, apiKey, ids);
	await later.next(joined);
	expect(later.text()).toBe(await savedText(apiKey, ids));
	later.close();
});

test("an editor gets every change, even if another process merges updates while they are read", async () => {
	const { apiKey, workspaceId } = await app.user();
	const ids = await aChapter({ apiKey });
	const ada = await openEditor(app.url, apiKey, ids);
	await ada.next(joined);
	ada.paragraph().insert(0, "One. ");
	await ada.stored();

	// Another process stores and merges, while this one waits to read the updates.
	const other = new Y.Doc({ gc: false });
	Y.applyUpdate(other, Y.encodeStateAsUpdate(ada.doc));
	const write = async (tx: Db, words: string) => {
		const before = Y.encodeStateVector(other);
		const text = (other.getXmlFragment(documentField).get(0) as Y.XmlElement).get(0) as Y.XmlText;
		text.insert(text.length, words);
		return (await insertUpdate(tx, workspaceId, ids.chapter, Y.encodeStateAsUpdate(other, before))) ?? 0;
	};
	await app.db.transaction().execute((tx) => write(tx, "Two. "));
	await app.db.transaction().execute(async (tx) => {
		await sql`lock table studio_chapter_update in access exclusive mode`.execute(tx);
		await notifyChapter(app.db, workspaceId, { kind: "update", chapterId: ids.chapter, from: "" });
		const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
			where relation = 'studio_chapter_update'::regclass and not granted`;
		await expect.poll(async () => (await waiting.execute(app.db)).rows[0]?.count).toBe(1);
		const seq = await write(tx, "Three. ");
		await mergeUpdates(tx, workspaceId, ids.chapter, { seq, document: Y.encodeStateAsUpdate(other) });
		await write(tx, "Four.");
	});
	await expect.poll(() => ada.text()).toBe("One. Two. Three. Four.");
	ada.close();
});

test("a change over the API reaches people who are editing, and keeps what they wrote in other blocks", async () => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const editor = await openEditor(secondUrl, apiKey, ids);
	await editor.next(joined);
	editor.paragraph().insert(0, "Written by hand.");
	await editor.stored();
	const path = `${base}/${ids.project}/chapters/${ids.chapter}`;
	const { content } = await app.get<{ content: { blocks: { block_id: string; nodes: object[] }[] } }>(path, apiKey);
	const added = { sub_type: "h2", nodes: [{ type: "tts_node", text: "Added", voice_id: app.voiceId }] };
	const blocks = [...content.blocks, added];
	expect((await app.request(apiKey, "POST", path, { content: { blocks } })).status).toBe(200);
	await expect.poll(() => editor.text()).toBe("Written by hand.\nAdded");
	editor.close();
});

test("a chapter that is replaced again and again stays small, and an open editor has the same text", async () => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const editor = await openEditor(secondUrl, apiKey, ids);
	await editor.next(joined);
	const path = `${base}/${ids.project}/chapters/${ids.chapter}`;
	const times = 25;
	for (let time = 1; time <= times; time++) {
		const text = `Version ${time}. ${"word ".repeat(59_000)}`;
		const blocks = [{ sub_type: "p", nodes: [{ type: "tts_node", text, voice_id: app.voiceId }] }];
		expect((await app.request(apiKey, "POST", path, { content: { blocks } })).status).toBe(200);
	}
	await expect.poll(() => editor.text().slice(0, 11)).toBe(`Version ${times}.`);
	expect(editor.text()).toBe(await savedText(apiKey, ids));
	// Without trimming it would have grown to 25 times 295 kB.
	const { rows } = await sql<{
		bytes: number;
	}>`select (octet_length(document) + (select coalesce(sum(octet_length(update)), 0)
		from studio_chapter_update where chapter_id = chapter.id))::int as bytes
		from studio_chapter chapter where id = ${ids.chapter}`.execute(app.db);
	expect(rows[0]?.bytes).toBeLessThan(5_500_000);
	// What is written after that arrives everywhere too.
	editor.paragraph().insert(0, "Again. ");
	await editor.stored();
	expect((await savedText(apiKey, ids)).slice(0, 18)).toBe(`Again. Version ${times}.`);
	editor.close();
});

test("a chapter that a program changes hundreds of times has few rows", async () => {
	const { apiKey, workspaceId } = await app.user();
	const ids = await aChapter({ apiKey });
	for (let time = 1; time <= 205; time++)
		await app.db
			.transaction()
			.execute((tx) =>
				replaceBlocks(
					tx,
					workspaceId,
					ids.chapter,
					[{ id: null, type: "p", nodes: [{ text: `Version ${time}.`, voiceId: null }] }],
					new Map(),
				),
			);
	const updates = app.db.selectFrom("studio_chapter_update").select("seq").where("chapter_id", "=", ids.chapter);
	expect((await updates.execute()).length).toBeLessThan(10);
	expect(await savedText(apiKey, ids)).toBe("Version 205.");
});

test("editors see each other and their cursors across processes, also those who came before", async () => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const ada = await openEditor(app.url, apiKey, ids);
	await ada.next(joined);
	ada.send({ type: "presence", cursor: { anchor: "1", head: "2" } });
	const ben = await openEditor(secondUrl, apiKey, ids);
	await ben.next(({ editor }) => editor?.cursor !== null && editor?.cursor !== undefined);
	await ada.next(({ type }) => type === "editor");
	ben.close();
	await ada.next(({ type }) => type === "left");
	ada.close();
});

test("an editor who was away gets what changed, and the server what was written meanwhile", async () => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const ada = await openEditor(app.url, apiKey, ids);
	await ada.next(joined);
	ada.paragraph().insert(0, "Together. ");
	await ada.stored();
	ada.close();
	await ada.closed;
	const ben = await openEditor(app.url, apiKey, ids);
	await ben.next(joined);
	ben.paragraph().insert(ben.paragraph().length, "Ben.");
	await ben.stored();
	// Offline: the socket is closed, so nothing is sent.
	const offline = new Y.Doc({ gc: false });
	Y.applyUpdate(offline, Y.encodeStateAsUpdate(ada.doc));
	const back = await openEditor(secondUrl, apiKey, ids);
	const { vector = "" } = await back.next(joined);
	const text = (offline.getXmlFragment(documentField).get(0) as Y.XmlElement).get(0) as Y.XmlText;
	text.insert(0, "Ada. ");
	back.send({ type: "update", number: 99, update: encode(Y.encodeStateAsUpdate(offline, decode(vector))) });
	await back.next(({ number }) => number === 99);
	expect(await savedText(apiKey, ids)).toBe("Ada. Together. Ben.");
	for (const editor of [ben, back]) editor.close();
});

const changeOf = (change: (doc: Y.Doc) => void) => {
	const doc = new Y.Doc();
	change(doc);
	return encode(Y.encodeStateAsUpdate(doc));
};

test.each([
	["that is cut off", changeOf((doc) => doc.getText("content").insert(0, "Cut off")).slice(0, 12)],
	["to another field", changeOf((doc) => doc.getText("other").insert(0, "x"))],
	[
		"with an unknown block",
		changeOf((doc) => doc.getXmlFragment(documentField).insert(0, [new Y.XmlElement("script")])),
	],
	["with an embedded object", changeOf((doc) => doc.getXmlFragment(documentField).insert(0, [embedding()]))],
	["with another document in it", changeOf((doc) => doc.getMap(documentField).set("blockId", new Y.Doc()))],
	["with an unknown attribute", changeOf((doc) => doc.getXmlFragment(documentField).insert(0, [withAttribute()]))],
	["longer than a chapter may be", changeOf((doc) => doc.getXmlFragment(documentField).insert(0, [longBlock()]))],
])("rejects a change %s and keeps the text", async (_, update) => {
	const { apiKey } = await app.user();
	const ids = await aChapter({ apiKey });
	const editor = await openEditor(app.url, apiKey, ids);
	await editor.next(joined);
	editor.send({ type: "update", number: 1, update });
	expect(await editor.next(({ code }) => code !== undefined)).toMatchObject({ code: "invalid_request" });
	expect(await editor.closed).toBe(1008);
	expect(await savedText(apiKey, ids)).toBe("");
});

function embedding(): Y.XmlElement {
	const text = new Y.XmlText();
	text.insertEmbed(0, { image: "https://example.com" });
	return blockWith(text);
}
function withAttribute(): Y.XmlElement {
	const element = new Y.XmlElement("paragraph");
	element.setAttribute("onclick", "alert(1)");
	return element;
}
function longBlock(): Y.XmlElement {
	const text = new Y.XmlText();
	text.insert(0, "x".repeat(300_001));
	return blockWith(text);
}
function blockWith(text: Y.XmlText): Y.XmlElement {
	const element = new Y.XmlElement("paragraph");
	element.insert(0, [text]);
	return element;
}

test("denies the editor without a key, with another workspace's chapter, and without the permission", async () => {
	const owner = await app.user();
	const ids = await aChapter(owner);
	const stranger = await app.user();
	const denied = async (apiKey: string) => {
		const editor = await openEditor(app.url, apiKey, ids);
		const { code } = await editor.next((message) => message.code !== undefined);
		expect(await editor.closed).toBe(1008);
		expect(editor.messages.some(joined)).toBe(false);
		return code;
	};
	expect(await denied("")).toBe("needs_authorization");
	expect(await denied("not-a-key")).toBe("invalid_api_key");
	expect(await denied(stranger.apiKey)).toBe("project_not_found");
	expect(await denied((await app.user({ permissions: ["voices_read"] })).apiKey)).toBe("missing_permissions");
	// A chapter of one's own project only.
	const theirs = await aChapter(stranger);
	const editor = await openEditor(app.url, stranger.apiKey, { project: theirs.project, chapter: ids.chapter });
	expect(await editor.next(({ code }) => code !== undefined)).toMatchObject({ code: "chapter_not_found" });
});

test("a key that may only read sees the text and can't change it", async () => {
	const owner = await app.user({ tier: "enterprise" });
	const ids = await aChapter(owner);
	const post = async (path: string, body: object) =>
		(await app.request<Record<string, string>>(owner.apiKey, "POST", path, body)).body;
	const account = (await post("/v1/service-accounts", { name: "Reader" }))["service-account-user-id"];
	const key = await post(`/v1/service-accounts/${account}/api-keys`, {
		name: "Reader",
		permissions: ["projects_read"],
	});
	const reader = await openEditor(app.url, key["xi-api-key"] ?? "", ids);
	expect(await reader.next(joined)).toMatchObject({ canEdit: false });
	reader.paragraph().insert(0, "Not allowed.");
	expect(await reader.next(({ code }) => code !== undefined)).toMatchObject({ code: "missing_permissions" });
	expect(await savedText(owner.apiKey, ids)).toBe("");
});

test("whoever is editing a chapter when it is deleted is told", async () => {
	const owner = await app.user();
	const ids = await aChapter(owner);
	const editor = await openEditor(secondUrl, owner.apiKey, ids);
	expect(await editor.next(joined)).toMatchObject({ canEdit: true });
	await app.request(owner.apiKey, "DELETE", `${base}/${ids.project}`);
	expect(await editor.next(({ code }) => code !== undefined)).toMatchObject({ code: "chapter_not_found" });
});
