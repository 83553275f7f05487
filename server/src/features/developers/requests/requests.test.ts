import type { ApiRequest } from "@timbre/contract/developers/requests.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aMembership, anApiKey, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { createQueue } from "./request-queue.ts";
import { deleteExpiredRequests } from "./requests.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Page = { requests: ApiRequest[]; has_more: boolean; next_cursor: string | null };

const list = (apiKey: string, query = "") => app.get<Page>(`/v1/workspace/api-requests${query}`, apiKey);

async function send(apiKey: string, path: string, body?: unknown): Promise<string> {
	const response = await fetch(app.url + path, {
		method: body === undefined ? "GET" : "POST",
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	await response.arrayBuffer();
	return response.headers.get("request-id") ?? "";
}

/** Requests are written in batches, so wait until all of them are in the log. */
const waitForRequests = (apiKey: string, ids: readonly string[]) =>
	vi.waitFor(
		async () => {
			const { requests } = await list(apiKey, "?page_size=100");
			const found = ids.map((id) => requests.find(({ request_id }) => request_id === id));
			expect(found).not.toContain(undefined);
			return found as ApiRequest[];
		},
		{ timeout: 60_000, interval: 300 },
	);

async function createKey(user: SeedUser, name: string): Promise<{ key_id: string; xi_api_key: string }> {
	const { body } = await app.request<{ key_id: string; xi_api_key: string }>(user.apiKey, "POST", "/v1/user/api-keys", {
		name,
	});
	return body;
}

test("lists requests with path, status, error code, key and duration, and nothing private", async () => {
	const user = await app.user();
	const key = await createKey(user, "Production server");
	const text = "A sentence that stays private.";
	const ids = [
		await send(key.xi_api_key, `/v1/text-to-speech/${app.voiceId}?output_format=mp3_22050_32`, { text }),
		await send(key.xi_api_key, "/v1/voices/unknown?with_settings=true"),
		await send(key.xi_api_key, `/v1/text-to-speech/${app.voiceId}`, { text: 5 }),
	];
	const [speech, missing, invalid] = await waitForRequests(user.apiKey, ids);
	expect(speech).toEqual({
		request_id: ids[0],
		created_at_unix_ms: expect.any(Number),
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}",
		status: 200,
		error_code: null,
		duration_ms: expect.any(Number),
		key_id: key.key_id,
		key_name: "Production server",
	});
	expect(missing).toMatchObject({ method: "GET", path: "/v1/voices/{voice_id}", error_code: "voice_not_found" });
	expect(invalid).toMatchObject({ status: 422, error_code: "invalid_parameters" });
	const rows = await sql<{
		row: unknown;
	}>`select to_jsonb(r) as row from api_request r where r.workspace_id = ${user.workspaceId}`.execute(app.db);
	const stored = JSON.stringify(rows.rows);
	for (const secret of [text, key.xi_api_key, user.apiKey, "output_format", "mp3_22050_32", "with_settings", "unknown"])
		expect(stored).not.toContain(secret);
});

test("filters by key and status, and returns pages", async () => {
	const user = await app.user();
	const first = await createKey(user, "First");
	const second = await createKey(user, "Second");
	const ids = [];
	for (const key of [first, second]) {
		ids.push(await send(key.xi_api_key, "/v1/user"));
		ids.push(await send(key.xi_api_key, "/v1/voices/unknown"));
	}
	await waitForRequests(user.apiKey, ids);
	const byKey = await list(user.apiKey, `?key_id=${second.key_id}`);
	expect(byKey.requests.map(({ request_id }) => request_id)).toEqual([ids[3], ids[2]]);
	const failed = await list(user.apiKey, `?key_id=${second.key_id}&status=client_error`);
	expect(failed.requests.map(({ request_id }) => request_id)).toEqual([ids[3]]);
	expect((await list(user.apiKey, `?key_id=${second.key_id}&status=server_error`)).requests).toEqual([]);
	const newest = await list(user.apiKey, `?key_id=${first.key_id}&page_size=1`);
	expect(newest).toMatchObject({ requests: [{ request_id: ids[1] }], has_more: true });
	const oldest = await list(user.apiKey, `?key_id=${first.key_id}&page_size=1&cursor=${newest.next_cursor}`);
	expect(oldest).toMatchObject({ requests: [{ request_id: ids[0] }], has_more: false, next_cursor: null });
});

test("shows admins the requests of all keys, editors those of their own, and other workspaces none", async () => {
	const admin = await app.user();
	const member = await app.user();
	await aMembership(app.db, member.userId, admin.workspaceId);
	const editor = {
		...member,
		apiKey: await anApiKey(app.db, { workspaceId: admin.workspaceId, userId: member.userId }),
	};
	const other = await app.user();
	const byAdmin = await send(admin.apiKey, "/v1/user");
	const byEditor = await send(editor.apiKey, "/v1/user");
	await waitForRequests(admin.apiKey, [byAdmin, byEditor]);
	const seen = async (user: SeedUser) => (await list(user.apiKey)).requests.map(({ request_id }) => request_id);
	expect(await seen(editor)).toContain(byEditor);
	expect(await seen(editor)).not.toContain(byAdmin);
	const [{ key_id = "" } = {}] = (await list(admin.apiKey)).requests.filter(({ request_id }) => request_id === byAdmin);
	for (const stranger of [editor, other])
		expect(await app.request(stranger.apiKey, "GET", `/v1/workspace/api-requests?key_id=${key_id}`)).toMatchObject({
			status: 404,
			body: { detail: { code: "api_key_not_found" } },
		});
});

test("records a request whose client disconnects before the end", async () => {
	const client = new AbortController();
	const held = Promise.withResolvers<void>();
	const slow = await testApp({ fake: { onSegment: () => client.abort(), hold: () => held.promise } });
	try {
		const user = await slow.user();
		const text = "The first sentence. The second sentence. The third sentence.";
		const path = `/v1/text-to-speech/${slow.voiceId}/stream`;
		await slow.postJson(path, user.apiKey, { text }, client.signal).catch(() => undefined);
		const found = await vi.waitFor(
			async () => {
				const { requests } = await slow.get<Page>("/v1/workspace/api-requests", user.apiKey);
				const one = requests.find((request) => request.path.endsWith("/stream"));
				expect(one).toBeDefined();
				return one;
			},
			{ timeout: 60_000, interval: 300 },
		);
		expect(found).toMatchObject({ error_code: "client_disconnected" });
	} finally {
		held.resolve();
		await slow.stop();
	}
});

test("deletes requests after 14 days, and all but the latest 10,000 of a workspace", async () => {
	const user = await app.user();
	const other = await app.user();
	const insert = (owner: SeedUser, rows: number, age: string) =>
		sql`
			insert into api_request (request_id, workspace_id, user_id, api_key_id, method, path, status, duration_ms, created_at)
			select ${age} || n, k.workspace_id, k.user_id, k.id, 'GET', '/v1/user', 200, 1, now() - ${age}::interval
			from api_key k, generate_series(1, ${rows}::int) n where k.workspace_id = ${owner.workspaceId}`.execute(app.db);
	await insert(user, 3, "15 days");
	await insert(user, 2, "13 days");
	await insert(other, 10_005, "1 hour");
	await deleteExpiredRequests(app.db);
	const count = async (owner: SeedUser) =>
		app.db
			.selectFrom("api_request")
			.select(["request_id"])
			.where("workspace_id", "=", owner.workspaceId)
			.orderBy("number")
			.execute();
	expect((await count(user)).map(({ request_id }) => request_id)).toEqual(["13 days1", "13 days2"]);
	const kept = await count(other);
	expect(kept).toHaveLength(10_000);
	expect(kept[0]?.request_id).toBe("1 hour6");
});

describe("the queue", () => {
	test("drops and counts what exceeds its size, and what can't be written", async () => {
		const written: number[][] = [];
		let dropped = 0;
		let broken = false;
		const queue = createQueue<number>({
			everyMs: 3_600_000,
			max: 3,
			write: async (items) => {
				if (broken) throw new Error("no database");
				written.push(items);
			},
			onDropped: (count) => {
				dropped += count;
			},
		});
		for (const item of [1, 2, 3, 4, 5]) queue.add(item);
		await queue.close();
		expect({ written, dropped }).toEqual({ written: [[1, 2, 3]], dropped: 2 });
		broken = true;
		queue.add(6);
		await queue.close();
		expect(dropped).toBe(3);
	});
});
