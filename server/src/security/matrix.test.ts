// Who is refused what, for every endpoint there is. The list is the contract's own: an endpoint cannot be forgotten here. It is one app
// and several calls at once, since a refusal disturbs nobody.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import type { Endpoint } from "@timbre/contract/endpoint.ts";
import { type ErrorCode, errorCodes } from "@timbre/contract/errors.ts";
import { type Permission, permissions, permissionsOf, usualFeatures } from "@timbre/contract/permissions.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aColleague, anApiKey, type Person } from "../../../seed/builders.ts";
import { newId } from "../core/ids.ts";
import { idParameters, idPlaces, sampleOf } from "../testing/samples.ts";
import { openSocket } from "../testing/socket-client.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { bodies, isMade, makeThings, preparations, type Thing, things, usualValues } from "../testing/things.ts";

// Hundreds of calls a test: seconds alone, more beside the tests of others.
vi.setConfig({ testTimeout: 900_000 });

type Signed = Extract<Endpoint, { auth: "user" }>;
const all = Object.values(endpointsByArea).flatMap((list) => Object.values(list));
const signed = all.filter((endpoint): endpoint is Signed => endpoint.auth === "user");
const open = all.filter((endpoint) => endpoint.auth === "public");

/** Limited by how often a code may be guessed: guessing.test.ts. */
const guessed = [
	"user_verifyEmail",
	"user_checkPasswordResetCode",
	"user_confirmPasswordReset",
	"user_signInRequests_verify",
	"user_backupCode_removeMfa",
	"user_email_update",
];

let app: TestApp;
let person: Person;
/** Whose things the person asks for. */
let neighbour: Person;
let cookie: string;
beforeAll(async () => {
	// Each call comes from an address of its own: the limits by address are not what is asked about here.
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	person = await app.person({ tier: "enterprise" });
	neighbour = await app.person({ tier: "enterprise" });
	cookie = await app.signIn(person);
});
afterAll(async () => app.stop());

type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
type Answer = { status: number; code: string; message: string };
type ErrorDetail = { code: string; status: string; message: string; request_id: string };
let called = 0;

async function call(endpoint: Endpoint, headers: Record<string, string>, sent: Sent = {}): Promise<Answer> {
	const at = ++called;
	const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([name, value]) => [name, String(value)]));
	const body = endpoint.multipart && sent.body ? formOf(sent.body) : sent.body && JSON.stringify(sent.body);
	const answer = await fetch(`${app.url}${pathOf(endpoint, sent.params)}${query.size > 0 ? `?${query}` : ""}`, {
		method: endpoint.method,
		redirect: "manual",
		headers: {
			"x-forwarded-for": `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
			...(typeof body === "string" ? { "content-type": "application/json" } : {}),
			...headers,
		},
		...(body === undefined ? {} : { body: body as string | FormData }),
		signal: AbortSignal.timeout(120_000),
	});
	// What is not an error may be a stream without an end.
	if (answer.status < 400) {
		await answer.body?.cancel();
		return { status: answer.status, code: "", message: "" };
	}
	const { detail } = (await answer.json()) as { detail: ErrorDetail | { msg: string }[] };
	if (Array.isArray(detail)) return { status: answer.status, code: "validation", message: JSON.stringify(detail) };
	const requestId = answer.headers.get("x-request-id");
	if (detail.status !== detail.code || detail.message.length <= 10 || !requestId || detail.request_id !== requestId)
		throw new Error(`${nameOf(endpoint)}: not a complete error: ${JSON.stringify(detail)}, x-request-id ${requestId}`);
	return { status: answer.status, code: detail.code, message: detail.message };
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

function formOf(body: unknown): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(body as Record<string, unknown>))
		form.append(name, value instanceof Blob ? value : String(value));
	return form;
}

const sharedValues = () =>
	Object.fromEntries(
		Object.entries(things).flatMap(([name, thing]) => ("shared" in thing ? [[name, thing.value]] : [])),
	);

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const asked = (code: ErrorCode): string => `${errorCodes[code].http} ${code}`;
const got = ({ status, code }: Answer): string => `${status} ${code}`;

/** What is wrong with each, several at once. */
async function faultsOf<T>(list: readonly T[], check: (one: T) => Promise<string | string[] | undefined>) {
	const waiting = [...list];
	const faults: string[] = [];
	const work = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
			faults.push(...[(await check(next).catch(String)) ?? []].flat());
	};
	await Promise.all(Array.from({ length: 8 }, work));
	return faults.sort();
}

/** Each endpoint refuses these headers with this code. */
const refusals = (list: readonly Endpoint[], headers: (endpoint: Signed) => Record<string, string>, code: ErrorCode) =>
	faultsOf(list as readonly Signed[], async (endpoint) => {
		const answer = got(await call(endpoint, headers(endpoint)));
		return answer === asked(code) ? undefined : `${nameOf(endpoint)}: ${answer}, not ${asked(code)}`;
	});

describe("every endpoint of the contract", () => {
	test("is in the list that is walked here", async () => {
		expect(signed.length).toBeGreaterThan(50);
		expect(new Set(all.map(nameOf)).size).toBe(all.length);
		expect(new Set(all.map((endpoint) => endpoint.id)).size).toBe(all.length);
	});

	test("is the only way to answer a call: what is served beside the contract is named here", async () => {
		const root = join(import.meta.dirname, "..");
		const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
		const beside: string[] = [];
		for (const file of files) {
			const text = await readFile(join(root, file), "utf8");
			if (/\b(app|scope)\.(route|get|post|put|patch|delete|all)(<[^(]+>)?\(/.test(text)) beside.push(file);
		}
		expect(beside.sort()).toEqual([
			// `implement` itself.
			"core/http.ts",
			// Health and figures: no data of anybody.
			"core/server.ts",
			// Pages.
			"core/web.ts",
			// Hands /api/auth to the identity library.
			"features/auth/auth.library.routes.ts",
			// The form by which a SAML identity provider sends people back to that library.
			"features/auth/auth.sso.routes.ts",
			// The forms of the public pages, where there is no JavaScript.
			"features/marketing/marketing.routes.ts",
			// Sockets: below.
			"features/speech/speech.socket.ts",
		]);
	});

	test("without a login, or with a cookie that is none: 401", async () => {
		expect(await refusals(signed, () => ({}), "needs_authorization")).toEqual([]);
		const forged = { cookie: "timbre.session_token=nobody.nothing", origin: app.url };
		expect(await refusals(signed, () => forged, "needs_authorization")).toEqual([]);
	});

	test("with a session that has ended: 401", async () => {
		const ended = await app.signIn(person);
		const headers = { cookie: ended, origin: app.url };
		const out = await fetch(`${app.url}/api/auth/sign-out`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: "{}",
		});
		expect(out.status).toBe(200);
		expect(await refusals(signed, () => headers, "needs_authorization")).toEqual([]);
	});

	test("with a key that was revoked, that never was, or whose owner was locked out: 401", async () => {
		const owner = { "xi-api-key": person.apiKey, "content-type": "application/json" };
		const made = await fetch(`${app.url}/v1/user/api-keys`, { method: "POST", headers: owner, body: '{"name":"Old"}' });
		const { xi_api_key: revoked, key_id } = (await made.json()) as { xi_api_key: string; key_id: string };
		expect((await fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": revoked } })).status).toBe(200);
		await fetch(`${app.url}/v1/user/api-keys/${key_id}`, {
			method: "DELETE",
			headers: { "xi-api-key": person.apiKey },
		});
		const locked = await app.person();
		await app.db
			.updateTable("workspace_member")
			.set({ locked_at: new Date() })
			.where("user_id", "=", locked.userId)
			.execute();
		for (const key of [revoked, "sk_nobody", locked.apiKey])
			expect(await refusals(signed, () => ({ "xi-api-key": key }), "invalid_api_key"), key.slice(0, 9)).toEqual([]);
	});

	test("with a key that lacks its scope: 403", async () => {
		const keys = new Map<Permission, string>();
		for (const permission of new Set(signed.map((endpoint) => endpoint.permission))) {
			const others = permissions.filter((other) => other !== permission);
			keys.set(permission, await anApiKey(app.db, person, others));
		}
		const key = ({ permission }: Signed) => ({ "xi-api-key": keys.get(permission) ?? "" });
		expect(await refusals(signed, key, "missing_permissions")).toEqual([]);
	});

	test("as an editor, where the right is an admin's: 403, by key and by session", async () => {
		const editor = await aColleague(app.db, await app.person(), (await app.person({ tier: "enterprise" })).workspaceId);
		const session = { cookie: await app.signIn(editor), origin: app.url };
		const given = permissionsOf("editor", usualFeatures);
		const admins = signed.filter((endpoint) => !given.has(endpoint.permission));
		for (const headers of [{ "xi-api-key": editor.apiKey }, session])
			expect(await refusals(admins, () => headers as Record<string, string>, "missing_permissions")).toEqual([]);
	});

	test("as an editor, where the workspace has switched everything off: 403", async () => {
		const { workspaceId } = await app.person({ tier: "enterprise" });
		const editor = await aColleague(app.db, await app.person(), workspaceId);
		await app.db.updateTable("workspace").set({ all_members_permissions: [] }).where("id", "=", workspaceId).execute();
		const given = permissionsOf("editor", []);
		const switched = signed.filter((endpoint) => !given.has(endpoint.permission));
		expect(switched.length).toBeGreaterThan(20);
		expect(await refusals(switched, () => ({ "xi-api-key": editor.apiKey }), "missing_permissions")).toEqual([]);
	});

	test("in a suspended workspace: 403, by key and by session, except where the contract says otherwise", async () => {
		const suspended = await app.person({ tier: "enterprise" });
		const session = { cookie: await app.signIn(suspended), origin: app.url };
		await suspend(suspended.workspaceId);
		const closed = signed.filter((endpoint) => !endpoint.evenSuspended);
		for (const headers of [{ "xi-api-key": suspended.apiKey }, session])
			expect(await refusals(closed, () => headers as Record<string, string>, "workspace_suspended")).toEqual([]);
		const faults = await faultsOf(
			signed.filter((endpoint) => endpoint.evenSuspended),
			async (endpoint) => {
				const answer = await call(endpoint, { "xi-api-key": suspended.apiKey });
				const refused = ["workspace_suspended", "needs_authorization", "invalid_api_key"].includes(answer.code);
				return refused ? `${nameOf(endpoint)}: ${got(answer)}` : undefined;
			},
		);
		expect(faults).toEqual([]);
	});

	test("with a session, from a page of another site or of none: 403 for all that changes something", async () => {
		const changing = signed.filter((endpoint) => endpoint.method !== "GET");
		for (const origin of [{ origin: "https://evil.example" }, { origin: "null" }, {}])
			expect(
				await refusals(changing, () => ({ cookie, ...origin }) as Record<string, string>, "forbidden_origin"),
			).toEqual([]);
	});

	test("that is public and acts on a cookie: 403 from a page of another site", async () => {
		const list = open.filter((endpoint) => endpoint.byCookie);
		expect(list.length).toBeGreaterThan(2);
		for (const origin of [{ origin: "https://evil.example" }, {}])
			expect(await refusals(list, () => ({ cookie, ...origin }) as Record<string, string>, "forbidden_origin")).toEqual(
				[],
			);
	});

	test("that spends credits, over quota: 401 quota_exceeded, and nothing is reserved", async () => {
		const spending = signed.filter((endpoint) => endpoint.credits);
		expect(spending.length).toBeGreaterThan(10);
		const ids = { voice_id: app.voiceId };
		const faults = await faultsOf(spending, async (endpoint) => {
			const broke = await app.person({ credits: 3 });
			const body = endpoint.body && sampleOf(endpoint.body, { known: { ...sharedValues(), ...ids } });
			const answer = got(await call(endpoint, { "xi-api-key": broke.apiKey }, { params: ids, body }));
			const { used, reserved, entries, open: reservations } = await app.ledger(broke.workspaceId);
			return [
				...(answer === asked("quota_exceeded") ? [] : [`${nameOf(endpoint)}: ${answer}`]),
				...(used + reserved + entries + reservations === 0 ? [] : [`${nameOf(endpoint)} left entries in the ledger`]),
			];
		});
		expect(faults).toEqual([]);
	});

	test("refuses input that is none, and never breaks over it", async () => {
		const anybody = await app.person({ tier: "enterprise" });
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
		const faults = await faultsOf(all, async (endpoint) => {
			const found: string[] = [];
			for (const body of endpoint.method === "GET" ? [undefined] : broken) {
				const answer = await fetch(app.url + pathOf(endpoint), {
					method: endpoint.method,
					headers: {
						"xi-api-key": anybody.apiKey,
						"x-forwarded-for": `10.200.${++called >> 8}.${called & 255}`,
						...(body === undefined ? {} : { "content-type": "application/json" }),
					},
					body,
				});
				await answer.body?.cancel();
				const refused = answer.status >= 400 || endpoint.body === undefined || endpoint.body.safeParse({}).success;
				if (answer.status >= 500 || !refused)
					found.push(`${nameOf(endpoint)}: ${answer.status} to ${body?.slice(0, 30)}`);
			}
			return found;
		});
		expect(faults).toEqual([]);
	});

	test("that is public asks nobody who they are, never fails by what it is sent, and is limited where it changes something", async () => {
		const faults = await faultsOf(open, async (endpoint) => {
			const answer = await call(endpoint, {});
			const gate = ["needs_authorization", "invalid_api_key", "missing_permissions", "workspace_suspended"] as const;
			const asks = gate.some((code) => code === answer.code && !endpoint.errors?.includes(code));
			const limited = endpoint.method === "GET" || endpoint.limits?.length || guessed.includes(endpoint.id);
			return [
				...(asks || answer.status >= 500 ? [`${nameOf(endpoint)}: ${got(answer)}`] : []),
				...(limited ? [] : [`${nameOf(endpoint)} has no limit`]),
			];
		});
		expect(faults).toEqual([]);
	});
});

describe("what belongs to another workspace", () => {
	test("is not there for a stranger, exactly as what does not exist, and is there for its owner", async () => {
		const named = signed.filter((endpoint) => idParameters(endpoint).some(isOwned));
		expect(named.length).toBeGreaterThan(20);
		const faults = await faultsOf(named, async (endpoint) => {
			const names = idParameters(endpoint);
			const unknown = names.filter((name) => things[name] === undefined);
			if (unknown.length > 0) return `${nameOf(endpoint)}: no maker for ${unknown.join(", ")} in testing/things.ts`;
			const code = names.map((name) => codeOf(endpoint, things[name])).find((declared) => declared !== undefined);
			if (code === undefined)
				return `${nameOf(endpoint)}: the contract does not say what a stranger gets for ${names.join(", ")}`;
			// Whoever joins another workspace may give up the own plan: then its other things could not be made.
			const owner = names.includes("code") ? await app.person({ tier: "enterprise" }) : neighbour;
			const ids = await makeThings(app, endpoint, names, owner);
			await preparations[endpoint.id]?.(app, owner, ids);
			const sent = inputOf(endpoint);
			if (typeof sent === "string") return `${nameOf(endpoint)}: ${sent}`;
			const [ours, theirs] = [await credentials(endpoint, person), await credentials(endpoint, owner)];
			const stranger = await call(endpoint, ours, { ...sent, params: ids });
			const invented = Object.fromEntries(
				Object.entries(ids).map(([name]) => [name, isOwned(name) ? newId() : (ids[name] ?? "")]),
			);
			const nobodys = await call(endpoint, ours, { ...sent, params: invented });
			const own = await call(endpoint, theirs, { ...sent, params: ids });
			const plain = (answer: Answer, used: Record<string, string>) =>
				Object.values(used).reduce((text, id) => text.replaceAll(id, "…"), `${got(answer)} ${answer.message}`);
			return [
				...(got(stranger) === asked(code)
					? []
					: [`${nameOf(endpoint)}: a stranger gets ${got(stranger)}, not ${asked(code)} ${stranger.message}`]),
				...(plain(stranger, ids) === plain(nobodys, invented)
					? []
					: [`${nameOf(endpoint)}: tells that it exists: ${plain(stranger, ids)} against ${plain(nobodys, invented)}`]),
				...(plain(own, ids) === plain(stranger, ids) || own.status >= 500
					? [`${nameOf(endpoint)}: its owner gets ${plain(own, ids)}`]
					: []),
			];
		});
		expect(faults).toEqual([]);
	});

	test("is not there either when it is named in a body or a query", async () => {
		const places = signed.flatMap((endpoint) =>
			(["body", "query"] as const).flatMap((where) => {
				const schema = endpoint[where];
				return schema ? idPlaces(schema).map((field) => ({ endpoint, where, field })) : [];
			}),
		);
		expect(places.length).toBeGreaterThan(20);
		const faults = await faultsOf(places, async ({ endpoint, where, field }) => {
			const name = `${nameOf(endpoint)} ${where}.${field.place.join(".")}`;
			const thing = things[field.name];
			if (thing === undefined) return `${name}: no maker for ${field.name} in testing/things.ts`;
			if (!isMade(thing)) return undefined;
			const code = codeOf(endpoint, thing);
			if (code === undefined)
				return thing.onlyDeclared ? undefined : `${name}: the contract does not say what a stranger gets`;
			const ids = await makeThings(app, endpoint, [field.name], neighbour);
			const value = field.many ? [ids[field.name]] : ids[field.name];
			// Nothing else that it names is strange to the caller.
			const beside = requiredIds(endpoint).filter((other) => ids[other] === undefined && isMade(things[other]));
			const own = await makeThings(app, endpoint, [...idParameters(endpoint), ...beside], person);
			const sent = inputOf(endpoint, { where, place: field.place, value, ids: { ...own, ...ids } });
			if (typeof sent === "string") return `${name}: ${sent}`;
			const stranger = await call(endpoint, await credentials(endpoint, person), { ...sent, params: own });
			return got(stranger) === asked(code)
				? undefined
				: `${name}: a stranger gets ${got(stranger)}, not ${asked(code)}`;
		});
		expect(faults).toEqual([]);
	});
});

describe("a speech socket", () => {
	test.each(["stream-input", "multi-stream-input"])("%s refuses as the call of the same right does", async (path) => {
		const suspended = await app.person();
		await suspend(suspended.workspaceId);
		const weak = await anApiKey(app.db, person, ["user_read"]);
		const codes = await Promise.all(
			[{}, { "xi-api-key": "sk_nobody" }, { "xi-api-key": weak }, { "xi-api-key": suspended.apiKey }].map(
				async (headers) => {
					const socket = await openSocket(`${app.url}/v1/text-to-speech/${app.voiceId}/${path}`, {
						headers: headers as Record<string, string>,
					});
					socket.send({ text: " ", context_id: "one" });
					return (await socket.closed).reason;
				},
			),
		);
		expect(codes).toEqual(["needs_authorization", "invalid_api_key", "missing_permissions", "workspace_suspended"]);
	});
});

async function suspend(workspaceId: string): Promise<void> {
	await app.db
		.updateTable("workspace")
		.set({ suspended_at: new Date(), suspended_reason: "Its invoices are open." })
		.where("id", "=", workspaceId)
		.execute();
}

/** An unknown name counts as somebody's: who adds one has to say what it is. */
function isOwned(name: string): boolean {
	return things[name] === undefined || isMade(things[name]);
}

/** What the contract says a stranger gets for such a thing. */
function codeOf(endpoint: Endpoint, thing: Thing | undefined): ErrorCode | undefined {
	if (!isMade(thing)) return undefined;
	return endpoint.foreign ?? thing.codes.find((code) => endpoint.errors?.includes(code));
}

/** A key, or a session where a key is not enough. */
async function credentials(endpoint: Endpoint, who: Person): Promise<Record<string, string>> {
	if (!endpoint.errors?.includes("needs_session")) return { "xi-api-key": who.apiKey };
	return { cookie: who === person ? cookie : await app.signIn(who), origin: app.url };
}

/** Things that no body of the endpoint is without. */
function requiredIds(endpoint: Endpoint): string[] {
	if (endpoint.body === undefined || endpoint.id in bodies) return [];
	const least = sampleOf(endpoint.body);
	const valueAt = (place: readonly (string | number)[]) =>
		place.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], least);
	return idPlaces(endpoint.body).flatMap(({ name, place }) => (valueAt(place) === undefined ? [] : [name]));
}

/** A query and a body that the endpoint takes, or why there is none. */
function inputOf(
	endpoint: Endpoint,
	named?: { where: "body" | "query"; place: readonly (string | number)[]; value: unknown; ids: Record<string, string> },
): Sent | string {
	const sent: Sent = {};
	for (const where of ["query", "body"] as const) {
		const schema = endpoint[where];
		if (schema === undefined) continue;
		const at = named?.where === where ? { place: named.place, value: named.value } : undefined;
		const known = { ...usualValues, ...sharedValues(), ...(at ? named?.ids : {}) };
		const value =
			where === "body" && !at && endpoint.id in bodies ? bodies[endpoint.id] : sampleOf(schema, { known, at });
		const parsed = endpoint.multipart ? { success: true as const } : schema.safeParse(value);
		if (!parsed.success) return `its ${where} cannot be made from the schema; add it to bodies in testing/things.ts`;
		Object.assign(sent, { [where]: value });
	}
	return sent;
}
