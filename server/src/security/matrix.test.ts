// Access control for every endpoint. The list comes from the contract, so no endpoint can be forgotten. All tests share
// one app and send several requests at once: denied requests don't affect each other.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { type Endpoint, permissionsFor } from "@timbre/contract/endpoint.ts";
import { AppError, type ErrorCode, errorBody, errorCodes } from "@timbre/contract/errors.ts";
import { type OpenaiErrorBody, openaiError } from "@timbre/contract/openai/rules.ts";
import { defaultFeatures, permissions, permissionsOf } from "@timbre/contract/permissions.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aColleague, anApiKey, type SeedUser } from "../../../seed/builders.ts";
import { newId } from "../core/ids.ts";
import { defaultValues, requestBodies } from "../testing/request-bodies.ts";
import {
	createResources,
	isOwnedResource,
	preparations,
	type ResourceFixture,
	resourceFixtures,
} from "../testing/resources.ts";
import { idFields, idParameters, sampleOf } from "../testing/schema-samples.ts";
import { openSocket } from "../testing/socket-client.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";

// Each test sends hundreds of requests: seconds on an idle machine, more next to other tests.
vi.setConfig({ testTimeout: 900_000 });

type AuthenticatedEndpoint = Extract<Endpoint, { auth: "user" }>;
const all = Object.values(endpointsByArea).flatMap((list) => Object.values(list));
const signed = all.filter((endpoint): endpoint is AuthenticatedEndpoint => endpoint.auth === "user");
const open = all.filter((endpoint) => endpoint.auth === "public");

/** Limited by the number of guesses; see brute-force.test.ts. */
const guessLimited = [
	"user_verifyEmail",
	"user_checkPasswordResetCode",
	"user_confirmPasswordReset",
	"user_signInRequests_verify",
	"user_backupCode_removeMfa",
	"user_email_update",
];

let app: TestApp;
let user: SeedUser;
/** Owns the resources that `user` requests. */
let neighbor: SeedUser;
let cookie: string;
beforeAll(async () => {
	// Every request uses another client IP: rate limits per IP are not tested here.
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	user = await app.user({ tier: "enterprise" });
	neighbor = await app.user({ tier: "enterprise" });
	cookie = await app.signIn(user);
});
afterAll(async () => app.stop());

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
type Result = { status: number; code: string; message: string };
type ErrorDetail = { code: string; status: string; message: string; request_id: string };
let requestCount = 0;

async function send(endpoint: Endpoint, headers: Record<string, string>, input: Input = {}): Promise<Result> {
	const count = ++requestCount;
	const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]));
	const body = endpoint.multipart && input.body ? toFormData(input.body) : input.body && JSON.stringify(input.body);
	const response = await fetch(`${app.url}${pathOf(endpoint, input.params)}${query.size > 0 ? `?${query}` : ""}`, {
		method: endpoint.method,
		redirect: "manual",
		headers: {
			"x-forwarded-for": `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
			...(typeof body === "string" ? { "content-type": "application/json" } : {}),
			...headers,
		},
		...(body === undefined ? {} : { body: body as string | FormData }),
		signal: AbortSignal.timeout(120_000),
	});
	// A success may be an endless stream, so don't read it.
	if (response.status < 400) {
		await response.body?.cancel();
		return { status: response.status, code: "", message: "" };
	}
	const wire = (await response.json()) as { detail: ErrorDetail | { msg: string }[] } | OpenaiErrorBody;
	if ("error" in wire) return openaiResult(endpoint, response, wire);
	const { detail } = wire;
	if (Array.isArray(detail)) return { status: response.status, code: "validation", message: JSON.stringify(detail) };
	const requestId = response.headers.get("x-request-id");
	if (detail.status !== detail.code || detail.message.length <= 10 || !requestId || detail.request_id !== requestId)
		throw new Error(`${nameOf(endpoint)}: incomplete error: ${JSON.stringify(detail)}, x-request-id ${requestId}`);
	return { status: response.status, code: detail.code, message: detail.message };
}

/** An error in OpenAI's format, as the same error of the other endpoints. */
function openaiResult(endpoint: Endpoint, response: Response, { error }: OpenaiErrorBody): Result {
	const code = error.code === "insufficient_quota" ? "quota_exceeded" : error.code;
	const { http } = errorCodes[code as ErrorCode];
	const detail = errorBody(new AppError(code as ErrorCode, error.message), "");
	const { status, body } = openaiError(detail, http);
	if (response.status !== status || body.error.type !== error.type || !response.headers.has("x-request-id"))
		throw new Error(`${nameOf(endpoint)}: ${response.status} ${JSON.stringify(error)}`);
	return { status: http, code, message: error.message };
}

function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
	const sample = (endpoint.params ? sampleOf(endpoint.params, { known: sharedValues() }) : {}) as Record<
		string,
		unknown
	>;
	return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? String(sample[name])),
	);
}

function toFormData(body: unknown): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(body as Record<string, unknown>))
		form.append(name, value instanceof Blob ? value : String(value));
	return form;
}

const sharedValues = () =>
	Object.fromEntries(
		Object.entries(resourceFixtures).flatMap(([name, fixture]) => ("shared" in fixture ? [[name, fixture.value]] : [])),
	);

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const expected = (code: ErrorCode): string => `${errorCodes[code].http} ${code}`;
const actual = ({ status, code }: Result): string => `${status} ${code}`;

/** Runs the check on all items, several at once, and returns its failures. */
async function failuresOf<T>(list: readonly T[], check: (item: T) => Promise<string | string[] | undefined>) {
	const queue = [...list];
	const failures: string[] = [];
	const work = async () => {
		for (let next = queue.shift(); next !== undefined; next = queue.shift())
			failures.push(...[(await check(next).catch(String)) ?? []].flat());
	};
	await Promise.all(Array.from({ length: 8 }, work));
	return failures.sort();
}

/** The endpoints that don't reject these headers with this code. */
const wronglyAccepted = (
	list: readonly Endpoint[],
	headers: (endpoint: AuthenticatedEndpoint) => Record<string, string>,
	code: ErrorCode,
) =>
	failuresOf(list as readonly AuthenticatedEndpoint[], async (endpoint) => {
		const result = actual(await send(endpoint, headers(endpoint)));
		return result === expected(code) ? undefined : `${nameOf(endpoint)}: ${result}, not ${expected(code)}`;
	});

describe("every endpoint of the contract", () => {
	test("is in the list that these tests iterate over", async () => {
		expect(signed.length).toBeGreaterThan(50);
		expect(new Set(all.map(nameOf)).size).toBe(all.length);
		expect(new Set(all.map((endpoint) => endpoint.id)).size).toBe(all.length);
	});

	test("is the only way to serve a request: routes outside the contract are listed here", async () => {
		const root = join(import.meta.dirname, "..");
		const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
		const outside: string[] = [];
		for (const file of files) {
			const text = await readFile(join(root, file), "utf8");
			if (/\b(app|scope)\.(route|get|post|put|patch|delete|all)(<[^(]+>)?\(/.test(text)) outside.push(file);
		}
		expect(outside.sort()).toEqual([
			// `implement` itself.
			"core/http/http.ts",
			// Health and metrics: no user data.
			"core/http/server.ts",
			// Pages.
			"core/web/web.ts",
			// Forwards /api/auth to the identity library.
			"features/auth/auth.library.routes.ts",
			// The form POST with which a SAML identity provider returns users to that library.
			"features/auth/sso/sso.routes.ts",
			// The forms of the public pages, for browsers without JavaScript.
			"features/marketing/marketing.routes.ts",
			// Sockets, tested below.
			"features/speech/speech.socket.ts",
			"features/studio/studio.socket.ts",
			"features/transcription/realtime/realtime.socket.ts",
		]);
	});

	test("without authentication or with a forged cookie: 401", async () => {
		expect(await wronglyAccepted(signed, () => ({}), "needs_authorization")).toEqual([]);
		const forged = { cookie: "timbre.session_token=nobody.nothing", origin: app.url };
		expect(await wronglyAccepted(signed, () => forged, "needs_authorization")).toEqual([]);
	});

	test("with an ended session: 401", async () => {
		const ended = await app.signIn(user);
		const headers = { cookie: ended, origin: app.url };
		const signOut = await fetch(`${app.url}/api/auth/sign-out`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: "{}",
		});
		expect(signOut.status).toBe(200);
		expect(await wronglyAccepted(signed, () => headers, "needs_authorization")).toEqual([]);
	});

	test("with a revoked or unknown key, or one of a locked member: 401", async () => {
		const owner = { "xi-api-key": user.apiKey, "content-type": "application/json" };
		const created = await fetch(`${app.url}/v1/user/api-keys`, {
			method: "POST",
			headers: owner,
			body: '{"name":"Old"}',
		});
		const { xi_api_key: revoked, key_id } = (await created.json()) as { xi_api_key: string; key_id: string };
		expect((await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": revoked } })).status).toBe(200);
		await fetch(`${app.url}/v1/user/api-keys/${key_id}`, {
			method: "DELETE",
			headers: { "xi-api-key": user.apiKey },
		});
		const locked = await app.user();
		await app.db
			.updateTable("workspace_member")
			.set({ locked_at: new Date() })
			.where("user_id", "=", locked.userId)
			.execute();
		for (const key of [revoked, "sk_nobody", locked.apiKey])
			expect(await wronglyAccepted(signed, () => ({ "xi-api-key": key }), "invalid_api_key"), key.slice(0, 9)).toEqual(
				[],
			);
	});

	test("with a key that lacks the permission: 403", async () => {
		const keys = new Map<string, string>();
		const nameOfAccess = (endpoint: AuthenticatedEndpoint) => permissionsFor(endpoint).join();
		for (const endpoint of signed) {
			if (keys.has(nameOfAccess(endpoint))) continue;
			const others = permissions.filter((other) => !permissionsFor(endpoint).includes(other));
			keys.set(nameOfAccess(endpoint), await anApiKey(app.db, user, others));
		}
		const key = (endpoint: AuthenticatedEndpoint) => ({ "xi-api-key": keys.get(nameOfAccess(endpoint)) ?? "" });
		expect(await wronglyAccepted(signed, key, "missing_permissions")).toEqual([]);
	});

	test("as an editor without an admin's permission: 403, by key and by session", async () => {
		const editor = await aColleague(app.db, await app.user(), (await app.user({ tier: "enterprise" })).workspaceId);
		const session = { cookie: await app.signIn(editor), origin: app.url };
		const granted = permissionsOf("editor", defaultFeatures);
		const admins = signed.filter((endpoint) => !permissionsFor(endpoint).some((one) => granted.has(one)));
		for (const headers of [{ "xi-api-key": editor.apiKey }, session])
			expect(await wronglyAccepted(admins, () => headers as Record<string, string>, "missing_permissions")).toEqual([]);
	});

	test("as an editor in a workspace with all features disabled: 403", async () => {
		const { workspaceId } = await app.user({ tier: "enterprise" });
		const editor = await aColleague(app.db, await app.user(), workspaceId);
		await app.db.updateTable("workspace").set({ all_members_permissions: [] }).where("id", "=", workspaceId).execute();
		const granted = permissionsOf("editor", []);
		const controlled = signed.filter((endpoint) => !permissionsFor(endpoint).some((one) => granted.has(one)));
		expect(controlled.length).toBeGreaterThan(20);
		expect(await wronglyAccepted(controlled, () => ({ "xi-api-key": editor.apiKey }), "missing_permissions")).toEqual(
			[],
		);
	});

	test("in a suspended workspace: 403, by key and by session, unless the contract allows it", async () => {
		const suspended = await app.user({ tier: "enterprise" });
		const session = { cookie: await app.signIn(suspended), origin: app.url };
		await suspend(suspended.workspaceId);
		const closed = signed.filter((endpoint) => !endpoint.allowSuspended);
		for (const headers of [{ "xi-api-key": suspended.apiKey }, session])
			expect(await wronglyAccepted(closed, () => headers as Record<string, string>, "workspace_suspended")).toEqual([]);
		const failures = await failuresOf(
			signed.filter((endpoint) => endpoint.allowSuspended),
			async (endpoint) => {
				const result = await send(endpoint, { "xi-api-key": suspended.apiKey });
				const denied = ["workspace_suspended", "needs_authorization", "invalid_api_key"].includes(result.code);
				return denied ? `${nameOf(endpoint)}: ${actual(result)}` : undefined;
			},
		);
		expect(failures).toEqual([]);
	});

	test("with a session and another or no origin: 403 for every state-changing request", async () => {
		const changing = signed.filter((endpoint) => endpoint.method !== "GET");
		for (const origin of [{ origin: "https://evil.example" }, { origin: "null" }, {}])
			expect(
				await wronglyAccepted(changing, () => ({ cookie, ...origin }) as Record<string, string>, "forbidden_origin"),
			).toEqual([]);
	});

	test("that is public and uses cookies: 403 from another origin", async () => {
		const list = open.filter((endpoint) => endpoint.usesCookies);
		expect(list.length).toBeGreaterThan(2);
		for (const origin of [{ origin: "https://evil.example" }, {}])
			expect(
				await wronglyAccepted(list, () => ({ cookie, ...origin }) as Record<string, string>, "forbidden_origin"),
			).toEqual([]);
	});

	test("that spends credits, over quota: 401 quota_exceeded, and reserves nothing", async () => {
		const spending = signed.filter((endpoint) => endpoint.credits);
		expect(spending.length).toBeGreaterThan(10);
		const ids = { voice_id: app.voiceId };
		const failures = await failuresOf(spending, async (endpoint) => {
			// What a recording costs is known once it is decoded, so only a workspace without any credits is denied at once.
			const broke = await app.user({ credits: 0 });
			const own = idParameters(endpoint).filter((name) => name !== "voice_id" && isOwned(name));
			const params = { ...sharedValues(), ...ids, ...(await createResources(app, endpoint, own, broke)) };
			const body =
				requestBodies[endpoint.id] ??
				(endpoint.body && sampleOf(endpoint.body, { known: { ...sharedValues(), ...ids } }));
			const result = actual(await send(endpoint, { "xi-api-key": broke.apiKey }, { params, body }));
			const { used, reserved, entries, open: reservations } = await app.ledger(broke.workspaceId);
			return [
				...(result === expected("quota_exceeded") ? [] : [`${nameOf(endpoint)}: ${result}`]),
				...(used + reserved + entries + reservations === 0 ? [] : [`${nameOf(endpoint)} left entries in the ledger`]),
			];
		});
		expect(failures).toEqual([]);
	});

	test("rejects malformed input without an internal error", async () => {
		const caller = await app.user({ tier: "enterprise" });
		const broken = [
			"[]",
			'"text"',
			"7",
			"null",
			'{"__proto__":{"a":1}}',
			`{"a":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
			'{"a":"\\u0000"}',
			"{",
		];
		const failures = await failuresOf(all, async (endpoint) => {
			const found: string[] = [];
			for (const body of endpoint.method === "GET" ? [undefined] : broken) {
				const response = await fetch(app.url + pathOf(endpoint), {
					method: endpoint.method,
					headers: {
						"xi-api-key": caller.apiKey,
						"x-forwarded-for": `10.200.${++requestCount >> 8}.${requestCount & 255}`,
						...(body === undefined ? {} : { "content-type": "application/json" }),
					},
					body,
				});
				await response.body?.cancel();
				const rejected = response.status >= 400 || endpoint.body === undefined || endpoint.body.safeParse({}).success;
				if (response.status >= 500 || !rejected)
					found.push(`${nameOf(endpoint)}: ${response.status} to ${body?.slice(0, 30)}`);
			}
			return found;
		});
		expect(failures).toEqual([]);
	});

	test("that is public needs no authentication, has no internal error on any input, and is rate limited if it changes state", async () => {
		const failures = await failuresOf(open, async (endpoint) => {
			const result = await send(endpoint, {});
			const authErrors = [
				"needs_authorization",
				"invalid_api_key",
				"missing_permissions",
				"workspace_suspended",
			] as const;
			const denied = authErrors.some((code) => code === result.code && !endpoint.errors?.includes(code));
			const limited = endpoint.method === "GET" || endpoint.limits?.length || guessLimited.includes(endpoint.id);
			return [
				...(denied || result.status >= 500 ? [`${nameOf(endpoint)}: ${actual(result)}`] : []),
				...(limited ? [] : [`${nameOf(endpoint)} has no rate limit`]),
			];
		});
		expect(failures).toEqual([]);
	});
});

describe("a resource of another workspace", () => {
	test("looks like an unknown one to other workspaces, and is available to its owner", async () => {
		const named = signed.filter((endpoint) => idParameters(endpoint).some(isOwned));
		expect(named.length).toBeGreaterThan(20);
		const failures = await failuresOf(named, async (endpoint) => {
			const names = idParameters(endpoint);
			const unknown = names.filter((name) => resourceFixtures[name] === undefined);
			if (unknown.length > 0)
				return `${nameOf(endpoint)}: no fixture for ${unknown.join(", ")} in testing/resources.ts`;
			const code = names
				.map((name) => codeOf(endpoint, resourceFixtures[name]))
				.find((declared) => declared !== undefined);
			if (code === undefined)
				return `${nameOf(endpoint)}: the contract declares no error for foreign ${names.join(", ")}`;
			// Accepting an invitation may end the user's own plan, and then no further resources could be created.
			const owner = names.includes("code") ? await app.user({ tier: "enterprise" }) : neighbor;
			const ids = await createResources(app, endpoint, names, owner);
			await preparations[endpoint.id]?.(app, owner, ids);
			const input = inputOf(endpoint);
			if (typeof input === "string") return `${nameOf(endpoint)}: ${input}`;
			const [ours, theirs] = [await credentials(endpoint, user), await credentials(endpoint, owner)];
			const stranger = await send(endpoint, ours, { ...input, params: ids });
			const invented = Object.fromEntries(
				Object.entries(ids).map(([name]) => [name, isOwned(name) ? newId() : (ids[name] ?? "")]),
			);
			const unknownId = await send(endpoint, ours, { ...input, params: invented });
			const own = await send(endpoint, theirs, { ...input, params: ids });
			const plain = (result: Result, used: Record<string, string>) =>
				Object.values(used).reduce((text, id) => text.replaceAll(id, "…"), `${actual(result)} ${result.message}`);
			return [
				...(actual(stranger) === expected(code)
					? []
					: [
							`${nameOf(endpoint)}: another workspace gets ${actual(stranger)}, not ${expected(code)} ${stranger.message}`,
						]),
				...(plain(stranger, ids) === plain(unknownId, invented)
					? []
					: [
							`${nameOf(endpoint)}: reveals that it exists: ${plain(stranger, ids)} against ${plain(unknownId, invented)}`,
						]),
				...(plain(own, ids) === plain(stranger, ids) || own.status >= 500
					? [`${nameOf(endpoint)}: the owner gets ${plain(own, ids)}`]
					: []),
			];
		});
		expect(failures).toEqual([]);
	});

	test("looks like an unknown one when referenced in a body or query too", async () => {
		const places = signed.flatMap((endpoint) =>
			(["body", "query"] as const).flatMap((where) => {
				const schema = endpoint[where];
				return schema ? idFields(schema).map((field) => ({ endpoint, where, field })) : [];
			}),
		);
		expect(places.length).toBeGreaterThan(20);
		const failures = await failuresOf(places, async ({ endpoint, where, field }) => {
			const name = `${nameOf(endpoint)} ${where}.${field.path.join(".")}`;
			const fixture = resourceFixtures[field.name];
			if (fixture === undefined) return `${name}: no fixture for ${field.name} in testing/resources.ts`;
			if (!isOwnedResource(fixture)) return undefined;
			const code = codeOf(endpoint, fixture);
			if (code === undefined)
				return fixture.onlyDeclared ? undefined : `${name}: the contract declares no error for foreign ids`;
			const ids = await createResources(app, endpoint, [field.name], neighbor);
			const value = field.many ? [ids[field.name]] : ids[field.name];
			// All other ids belong to the caller.
			const others = requiredIds(endpoint).filter(
				(other) => ids[other] === undefined && isOwnedResource(resourceFixtures[other]),
			);
			const own = await createResources(app, endpoint, [...idParameters(endpoint), ...others], user);
			const input = inputOf(endpoint, { where, path: field.path, value, ids: { ...own, ...ids } });
			if (typeof input === "string") return `${name}: ${input}`;
			const stranger = await send(endpoint, await credentials(endpoint, user), { ...input, params: own });
			return actual(stranger) === expected(code)
				? undefined
				: `${name}: another workspace gets ${actual(stranger)}, not ${expected(code)}`;
		});
		expect(failures).toEqual([]);
	});
});

describe("a socket", () => {
	test.each([
		"text-to-speech/VOICE/stream-input",
		"text-to-speech/VOICE/multi-stream-input",
		"text-to-dialogue/stream-input",
		"text-to-dialogue/multi-stream-input",
		"speech-to-text/realtime",
	])("%s returns the same authentication and permission errors as the HTTP endpoint", async (path) => {
		const suspended = await app.user();
		await suspend(suspended.workspaceId);
		const limited = await anApiKey(app.db, user, ["user_read"]);
		const reasons = await Promise.all(
			[{}, { "xi-api-key": "sk_nobody" }, { "xi-api-key": limited }, { "xi-api-key": suspended.apiKey }].map(
				async (headers) => {
					const socket = await openSocket(`${app.url}/v1/${path.replace("VOICE", app.voiceId)}`, {
						headers: headers as Record<string, string>,
					});
					// The realtime socket closes without waiting for a message.
					if (!path.endsWith("realtime")) socket.send({ text: " ", context_id: "one", voices: [app.voiceId] });
					return (await socket.closed).reason;
				},
			),
		);
		expect(reasons).toEqual(["needs_authorization", "invalid_api_key", "missing_permissions", "workspace_suspended"]);
	});
});

async function suspend(workspaceId: string): Promise<void> {
	await app.db
		.updateTable("workspace")
		.set({ suspended_at: new Date(), suspended_reason: "Invoices are overdue." })
		.where("id", "=", workspaceId)
		.execute();
}

/** Parameters without a fixture count as owned, so a new one fails until it gets a fixture. */
function isOwned(name: string): boolean {
	return resourceFixtures[name] === undefined || isOwnedResource(resourceFixtures[name]);
}

/** The error that the contract declares for another workspace's resource. */
function codeOf(endpoint: Endpoint, fixture: ResourceFixture | undefined): ErrorCode | undefined {
	if (!isOwnedResource(fixture)) return undefined;
	return endpoint.foreignIdError ?? fixture.codes.find((code) => endpoint.errors?.includes(code));
}

/** An API key, or a session for endpoints that require one. */
async function credentials(endpoint: Endpoint, caller: SeedUser): Promise<Record<string, string>> {
	if (!endpoint.errors?.includes("needs_session")) return { "xi-api-key": caller.apiKey };
	return { cookie: caller === user ? cookie : await app.signIn(caller), origin: app.url };
}

/** The ids that every body of the endpoint contains. */
function requiredIds(endpoint: Endpoint): string[] {
	if (endpoint.body === undefined || endpoint.id in requestBodies) return [];
	const body = sampleOf(endpoint.body);
	const valueAt = (path: readonly (string | number)[]) =>
		path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], body);
	return idFields(endpoint.body).flatMap(({ name, path }) => (valueAt(path) === undefined ? [] : [name]));
}

/** A valid query and body for the endpoint, or why there is none. */
function inputOf(
	endpoint: Endpoint,
	field?: { where: "body" | "query"; path: readonly (string | number)[]; value: unknown; ids: Record<string, string> },
): Input | string {
	const input: Input = {};
	for (const where of ["query", "body"] as const) {
		const schema = endpoint[where];
		if (schema === undefined) continue;
		const set = field?.where === where ? { path: field.path, value: field.value } : undefined;
		const known = { ...defaultValues, ...sharedValues(), ...(set ? field?.ids : {}) };
		const value =
			where === "body" && !set && endpoint.id in requestBodies
				? requestBodies[endpoint.id]
				: sampleOf(schema, { known, set });
		const parsed = endpoint.multipart ? { success: true as const } : schema.safeParse(value);
		if (!parsed.success)
			return `can't derive its ${where} from the schema; add it to requestBodies in testing/resources.ts`;
		Object.assign(input, { [where]: value });
	}
	return input;
}
