import { get, type IncomingMessage } from "node:http";
import type { NotificationMessage } from "@timbre/contract/notifications/endpoints.ts";
import type { MessageEvent } from "@timbre/contract/notifications/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMembership, anApiKey, type SeedUser } from "../../../../seed/builders.ts";
import { eventWorkflow, type PublishedEvent } from "../../core/events/events.ts";
import { deviceName } from "../../core/security/device-name.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";

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
	const result = await fetch(`${app.url}/v1/notifications/${path}`, {
		method: "POST",
		headers: { "xi-api-key": apiKey },
	});
	return { status: result.status, body: (await result.json()) as { unread_count: number } };
};
const notifyUser = (user: Pick<SeedUser, "userId">, title: string) =>
	notify(app.db, { userId: user.userId, severity: "info", title, description: `About ${title}.` });
const titles = (page: Page) => page.messages.map((message) => message.title);

test("NOTIF-001 a message has id, severity, title, description, needs_attention, date and read state", async () => {
	const user = await app.user();
	const before = Date.now();
	await notify(app.db, {
		userId: user.userId,
		severity: "warning",
		title: "Webhook disabled",
		description: "It failed ten times.",
		needsAttention: true,
		link: "/app/settings/webhooks",
	});
	const page = await read(user.apiKey);
	expect(page).toEqual({
		messages: [
			{
				message_id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
				severity: "warning",
				title: "Webhook disabled",
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

test("lists messages newest first in pages, and marks them as read one by one or all at once", async () => {
	const user = await app.user();
	for (const title of ["one", "two", "three"]) await notifyUser(user, title);
	const first = await read(user.apiKey, "?page_size=2");
	expect([titles(first), first.has_more, first.unread_count]).toEqual([["three", "two"], true, 3]);
	const second = await read(user.apiKey, `?page_size=2&cursor=${first.next_cursor}`);
	expect([titles(second), second.has_more]).toEqual([["one"], false]);
	const id = first.messages[1]?.message_id ?? "";
	expect(await post(user.apiKey, `${id}/read`)).toEqual({ status: 200, body: { unread_count: 2 } });
	expect(await post(user.apiKey, `${id}/read`), "marking as read is idempotent").toMatchObject({
		body: { unread_count: 2 },
	});
	expect(titles(await read(user.apiKey, "?unread_only=true"))).toEqual(["three", "one"]);
	expect(await post(user.apiKey, "read-all")).toEqual({ status: 200, body: { unread_count: 0 } });
	expect((await read(user.apiKey)).messages.every((message) => message.has_been_read)).toBe(true);
});

test("workspace notifications go to admins and are shown only in that workspace", async () => {
	const [owner, admin, editor] = [await app.user(), await app.user(), await app.user()];
	await aMembership(app.db, admin.userId, owner.workspaceId, "admin");
	await aMembership(app.db, editor.userId, owner.workspaceId, "editor");
	await notify(app.db, { workspaceId: owner.workspaceId, severity: "error", title: "Ours", description: "All of us." });
	const there = (user: SeedUser) => anApiKey(app.db, { workspaceId: owner.workspaceId, userId: user.userId });
	expect(titles(await read(owner.apiKey))).toEqual(["Ours"]);
	expect(titles(await read(await there(admin)))).toEqual(["Ours"]);
	expect(titles(await read(await there(editor)))).toEqual([]);
	expect(titles(await read(admin.apiKey)), "not shown in their own workspace").toEqual([]);
	const id = (await read(owner.apiKey)).messages[0]?.message_id ?? "";
	expect((await post(admin.apiKey, `${id}/read`)).status, "a message of another user").toBe(404);
	await post(owner.apiKey, "read-all");
	expect((await read(await there(admin))).unread_count, "read state is per user").toBe(1);
});

test("notifies once per cause", async () => {
	const user = await app.user();
	for (let i = 0; i < 3; i++) {
		await notify(app.db, {
			userId: user.userId,
			severity: "info",
			title: `Time ${i}`,
			description: "Once.",
			cause: "limit:2026-11",
		});
	}
	expect(titles(await read(user.apiKey))).toEqual(["Time 0"]);
});

test("does not notify if the transaction is rolled back", async () => {
	const user = await app.user();
	const failing = app.db.transaction().execute(async (tx) => {
		await notify(tx, { userId: user.userId, severity: "info", title: "Never", description: "Rolled back." });
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect((await read(user.apiKey)).unread_count).toBe(0);
});

/** Reads the events of a stream. Not with fetch, which reconnects after a forced close. */
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

test("NOTIF-002 streams new and read messages to their user through another api process, and to nobody else", async () => {
	const [user, stranger] = [await app.user(), await app.user()];
	const secondApi = await app.startSecondApi();
	const own = events(secondApi, user.apiKey);
	const others = events(app.url, stranger.apiKey);
	// Both are first told to refetch; from here on nothing is missed.
	expect(await own.next()).toEqual({ message_id: null, event: "changed" });
	expect(await others.next()).toEqual({ message_id: null, event: "changed" });
	await notifyUser(user, "live");
	const created = await own.next();
	const { messages } = await read(user.apiKey);
	expect(created).toEqual({ message_id: messages[0]?.message_id, event: "created" });
	await post(user.apiKey, `${created?.message_id}/read`);
	expect(await own.next()).toEqual({ message_id: created?.message_id, event: "read" });
	await notifyUser(stranger, "for the other");
	expect((await others.next())?.event).toBe("created");
	own.stop();
	others.stop();
});

test("tells followers to refetch after a lost database connection and continues", async () => {
	const user = await app.user();
	const secondApi = await app.startSecondApi();
	const own = events(secondApi, user.apiKey);
	expect((await own.next())?.event).toBe("changed");
	const { sql } = await import("kysely");
	await sql`select pg_terminate_backend(pid) from pg_stat_activity
		where datname = current_database() and query = 'listen timbre_notification'`.execute(app.db);
	expect(await own.next()).toEqual({ message_id: null, event: "changed" });
	await notifyUser(user, "after the gap");
	expect((await own.next())?.event).toBe("created");
	own.stop();
});

test("rejects too many streams of one user", async () => {
	const user = await app.user();
	const open = Array.from({ length: 10 }, () => events(app.url, user.apiKey));
	await Promise.all(open.map((stream) => stream.next()));
	const result = await fetch(`${app.url}/v1/notifications/events`, { headers: { "xi-api-key": user.apiKey } });
	expect([result.status, result.headers.get("retry-after")]).toEqual([429, "30"]);
	for (const stream of open) stream.stop();
});

test("notifies once about an accepted invitation and a new sign-in, even if the event is delivered twice", async () => {
	const [owner, guest] = [await app.user(), await app.user()];
	const published: PublishedEvent[] = [
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
	for (const event of [...published, ...published])
		await runWorkflow(eventWorkflow, event, { subscribers: [notificationsSubscriber(app.db)] });
	const { messages } = await read(owner.apiKey);
	expect(messages.map(({ severity, title, description }) => [severity, title, description])).toEqual([
		["warning", "New sign-in", expect.stringContaining("Firefox on Linux, from 192.0.2.7.")],
		["success", "Invitation accepted", `${guest.email} joined the workspace.`],
	]);
});

test("publishes an event for a sign-in on a new device, but not for the first or a known one", async () => {
	const user = await app.user();
	const newDeviceEvents = async () => {
		const rows = await app.db.selectFrom("outbox").select("payload").where("target", "=", eventWorkflow.name).execute();
		return rows
			.map(({ payload }) => payload as PublishedEvent)
			.filter(({ name, userId }) => name === "signed_in_from_new_device" && userId === user.userId);
	};
	await app.signIn(user);
	expect(await newDeviceEvents()).toEqual([]);
	const cookie = await app.signIn(user);
	expect(await newDeviceEvents()).toMatchObject([{ data: { visitor: expect.stringContaining("127.0.0.1") } }]);
	const again = await fetch(`${app.url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.publicUrl, cookie },
		body: JSON.stringify({ email: user.email, password: user.password }),
	});
	expect(again.status).toBe(200);
	expect(await newDeviceEvents()).toHaveLength(1);
});

test.each([
	["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
	["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "Chrome on Windows"],
	["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iOS"],
	["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0 Safari/537.36", "Chrome on Linux"],
	["curl/8.14", "Unknown device"],
	[null, "Unknown device"],
])("%s is shown as %s", (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name);
});

test("a user is not notified about topics they muted, in any workspace, but always about new sign-ins", async () => {
	const user = await app.user();
	const preferences = async (muted_topics?: string[]) => {
		const response = await fetch(`${app.url}/v1/notifications/preferences`, {
			headers: { "xi-api-key": user.apiKey, ...(muted_topics ? { "content-type": "application/json" } : {}) },
			...(muted_topics ? { method: "POST", body: JSON.stringify({ muted_topics }) } : {}),
		});
		return { status: response.status, body: (await response.json()) as unknown };
	};
	expect(await preferences()).toEqual({ status: 200, body: { muted_topics: [] } });
	expect(await preferences(["exports"])).toEqual({ status: 200, body: { muted_topics: ["exports"] } });
	expect((await preferences(["security"])).status).toBe(422);
	const send = (title: string, topic?: "exports" | "webhooks") =>
		notify(app.db, { workspaceId: user.workspaceId, severity: "info", title, description: "It happened.", topic });
	await send("muted", "exports");
	await send("webhook", "webhooks");
	await send("sign-in");
	expect(titles(await read(user.apiKey))).toEqual(["sign-in", "webhook"]);
	await preferences([]);
	await send("export", "exports");
	expect(titles(await read(user.apiKey))).toEqual(["export", "sign-in", "webhook"]);
});
