import { get, type IncomingMessage } from "node:http";
import type { MessageEvent, NotificationMessage } from "@timbre/contract/notifications.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, type Person } from "../../../../seed/builders.ts";
import { deviceName } from "../../core/device-name.ts";
import { eventWorkflow, type PublishedEvent } from "../../core/events.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

import { notify } from "./notifications.public.ts";
import { notificationsSubscriber } from "./notifications.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Page = { messages: NotificationMessage[]; unread_count: number; has_more: boolean; next_cursor: string | null };
const read = (apiKey: string, query = "") => app.get<Page>(`/v1/notifications${query}`, apiKey);
const post = async (apiKey: string, path: string) => {
	const answer = await fetch(`${app.url}/v1/notifications/${path}`, {
		method: "POST",
		headers: { "xi-api-key": apiKey },
	});
	return { status: answer.status, body: (await answer.json()) as { unread_count: number } };
};
const tell = (person: Pick<Person, "userId">, title: string) =>
	notify(app.db, { userId: person.userId, severity: "info", title, description: `About ${title}.` });
const titles = (page: Page) => page.messages.map((message) => message.title);

test("NOTIF-001 a message has its id, severity, words, whether it needs attention, when it came and whether it was read", async () => {
	const person = await app.person();
	const before = Date.now();
	await notify(app.db, {
		userId: person.userId,
		severity: "warning",
		title: "A webhook was switched off",
		description: "It failed ten times.",
		needsAttention: true,
		link: "/app/settings/webhooks",
	});
	const page = await read(person.apiKey);
	expect(page).toEqual({
		messages: [
			{
				message_id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
				severity: "warning",
				title: "A webhook was switched off",
				description: "It failed ten times.",
				needs_attention: true,
				link: "/app/settings/webhooks",
				create_date_unix_ms: expect.any(Number),
				has_been_read: false,
			},
		],
		unread_count: 1,
		has_more: false,
		next_cursor: null,
	});
	expect(Math.abs((page.messages[0]?.create_date_unix_ms ?? 0) - before)).toBeLessThan(60_000);
});

test("messages come newest first, page by page, and are read one by one or all at once", async () => {
	const person = await app.person();
	for (const title of ["one", "two", "three"]) await tell(person, title);
	const first = await read(person.apiKey, "?page_size=2");
	expect([titles(first), first.has_more, first.unread_count]).toEqual([["three", "two"], true, 3]);
	const second = await read(person.apiKey, `?page_size=2&cursor=${first.next_cursor}`);
	expect([titles(second), second.has_more]).toEqual([["one"], false]);
	const id = first.messages[1]?.message_id ?? "";
	expect(await post(person.apiKey, `${id}/read`)).toEqual({ status: 200, body: { unread_count: 2 } });
	expect(await post(person.apiKey, `${id}/read`), "read again, it stays read").toMatchObject({
		body: { unread_count: 2 },
	});
	expect(titles(await read(person.apiKey, "?unread_only=true"))).toEqual(["three", "one"]);
	expect(await post(person.apiKey, "read-all")).toEqual({ status: 200, body: { unread_count: 0 } });
	expect((await read(person.apiKey)).messages.every((message) => message.has_been_read)).toBe(true);
});

test("what concerns a workspace is told to its admins, who see it there and nowhere else", async () => {
	const [owner, admin, editor] = [await app.person(), await app.person(), await app.person()];
	await aMembership(app.db, admin.userId, owner.workspaceId, "admin");
	await aMembership(app.db, editor.userId, owner.workspaceId, "editor");
	await notify(app.db, { workspaceId: owner.workspaceId, severity: "error", title: "Ours", description: "All of us." });
	const there = (person: Person) => anApiKey(app.db, { workspaceId: owner.workspaceId, userId: person.userId });
	expect(titles(await read(owner.apiKey))).toEqual(["Ours"]);
	expect(titles(await read(await there(admin)))).toEqual(["Ours"]);
	expect(titles(await read(await there(editor)))).toEqual([]);
	expect(titles(await read(admin.apiKey)), "the own workspace is another").toEqual([]);
	const id = (await read(owner.apiKey)).messages[0]?.message_id ?? "";
	expect((await post(admin.apiKey, `${id}/read`)).status, "another's message").toBe(404);
	await post(owner.apiKey, "read-all");
	expect((await read(await there(admin))).unread_count, "each reads for themselves").toBe(1);
});

test("the same cause is told once, however often it comes", async () => {
	const person = await app.person();
	for (let i = 0; i < 3; i++) {
		await notify(app.db, {
			userId: person.userId,
			severity: "info",
			title: `Time ${i}`,
			description: "Once.",
			cause: "limit:2026-11",
		});
	}
	expect(titles(await read(person.apiKey))).toEqual(["Time 0"]);
});

test("what did not happen after all is not told", async () => {
	const person = await app.person();
	const failing = app.db.transaction().execute(async (tx) => {
		await notify(tx, { userId: person.userId, severity: "info", title: "Never", description: "Rolled back." });
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect((await read(person.apiKey)).unread_count).toBe(0);
});

/** Reads the events of a stream one after the other. Not by fetch: that one opens new connections for those it was made to close. */
function events(url: string, apiKey: string) {
	let response: IncomingMessage | undefined;
	const lines = (async function* () {
		const headers = { "xi-api-key": apiKey };
		response = await new Promise<IncomingMessage>((resolve, reject) => {
			get(`${url}/v1/notifications/events`, { headers, agent: false }, resolve).on("error", reject);
		});
		expect(response.headers["content-type"]).toBe("text/event-stream");
		let text = "";
		for await (const bytes of response) {
			text += String(bytes);
			for (let at = text.indexOf("\n\n"); at >= 0; at = text.indexOf("\n\n")) {
				const block = text.slice(0, at);
				text = text.slice(at + 2);
				if (block.startsWith("data: ")) yield JSON.parse(block.slice(6)) as MessageEvent;
			}
		}
	})();
	return {
		next: async () => (await lines.next()).value as MessageEvent | undefined,
		stop: () => response?.destroy(),
	};
}

test("NOTIF-002 a message reaches its person live through another api process, as does that it was read; others hear nothing", async () => {
	const [person, stranger] = [await app.person(), await app.person()];
	const elsewhere = await app.anotherApi();
	const own = events(elsewhere, person.apiKey);
	const others = events(app.url, stranger.apiKey);
	// Both hear first that they should look: from here on nothing is missed.
	expect(await own.next()).toEqual({ message_id: null, event: "changed" });
	expect(await others.next()).toEqual({ message_id: null, event: "changed" });
	await tell(person, "live");
	const created = await own.next();
	const { messages } = await read(person.apiKey);
	expect(created).toEqual({ message_id: messages[0]?.message_id, event: "created" });
	await post(person.apiKey, `${created?.message_id}/read`);
	expect(await own.next()).toEqual({ message_id: created?.message_id, event: "read" });
	await tell(stranger, "for the other");
	expect((await others.next())?.event).toBe("created");
	own.stop();
	others.stop();
});

test("a process whose connection to the database is lost says look again, and hears on", async () => {
	const person = await app.person();
	const elsewhere = await app.anotherApi();
	const own = events(elsewhere, person.apiKey);
	expect((await own.next())?.event).toBe("changed");
	const { sql } = await import("kysely");
	await sql`select pg_terminate_backend(pid) from pg_stat_activity
		where datname = current_database() and query = 'listen timbre_notification'`.execute(app.db);
	expect(await own.next()).toEqual({ message_id: null, event: "changed" });
	await tell(person, "after the gap");
	expect((await own.next())?.event).toBe("created");
	own.stop();
});

test("more streams of one person than any browser needs are refused", async () => {
	const person = await app.person();
	const open = Array.from({ length: 10 }, () => events(app.url, person.apiKey));
	await Promise.all(open.map((stream) => stream.next()));
	const answer = await fetch(`${app.url}/v1/notifications/events`, { headers: { "xi-api-key": person.apiKey } });
	expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "30"]);
	for (const stream of open) stream.stop();
});

test("an accepted invitation and a sign-in on a new device are told once each, though the event comes twice", async () => {
	const [owner, guest] = [await app.person(), await app.person()];
	const happened: PublishedEvent[] = [
		{
			id: "event1",
			name: "workspace_invite_accepted",
			workspaceId: owner.workspaceId,
			userId: guest.userId,
			data: { email: guest.email },
		},
		{
			id: "event2",
			name: "signed_in_from_new_device",
			workspaceId: owner.workspaceId,
			userId: owner.userId,
			data: {
				userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
				visitor: "192.0.2.7",
			},
		},
	];
	for (const event of [...happened, ...happened])
		await runWorkflow(eventWorkflow, event, { subscribers: [notificationsSubscriber(app.db)] });
	const { messages } = await read(owner.apiKey);
	expect(messages.map(({ severity, title, description }) => [severity, title, description])).toEqual([
		["warning", "Signed in on a new device", expect.stringContaining("Firefox on Linux, from 192.0.2.7.")],
		["success", "An invitation was accepted", `${guest.email} has joined the workspace.`],
	]);
});

test("the first sign-in is nothing to tell; one on another device is, and one on a known device is not", async () => {
	const person = await app.person();
	const told = async () => {
		const rows = await app.db.selectFrom("outbox").select("payload").where("target", "=", eventWorkflow.name).execute();
		return rows
			.map(({ payload }) => payload as PublishedEvent)
			.filter(({ name, userId }) => name === "signed_in_from_new_device" && userId === person.userId);
	};
	await app.signIn(person);
	expect(await told()).toEqual([]);
	const cookie = await app.signIn(person);
	expect(await told()).toMatchObject([{ data: { visitor: expect.stringContaining("127.0.0.1") } }]);
	const again = await fetch(`${app.url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.publicUrl, cookie },
		body: JSON.stringify({ email: person.email, password: person.password }),
	});
	expect(again.status).toBe(200);
	expect(await told()).toHaveLength(1);
});

test.each([
	["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
	["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "Chrome on Windows"],
	["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iOS"],
	["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0 Safari/537.36", "Chrome on Linux"],
	["curl/8.14", "An unknown device"],
	[null, "An unknown device"],
])("%s is called %s", (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name);
});
