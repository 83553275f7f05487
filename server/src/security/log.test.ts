// What the log tells: who was refused, and no secret, whatever way it came.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { LOG_LEVEL: "info" }, log: (line) => lines.push(line) });
});
afterAll(async () => app.stop());

type Line = Record<string, unknown>;
async function linesOf(work: () => Promise<Response>, status: number): Promise<Line[]> {
	lines.length = 0;
	const answer = await work();
	await answer.arrayBuffer();
	expect(answer.status).toBe(status);
	await expect.poll(() => lines.some((line) => line.includes(`"status":${status}`))).toBe(true);
	return lines.map((line) => JSON.parse(line) as Line);
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	fetch(app.url + path, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.publicUrl, ...headers },
		body: JSON.stringify(body),
	});

test("every request is one line of JSON: when, what, from where, by whom, with what result", async () => {
	const person = await app.person();
	const [line] = await linesOf(() => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": person.apiKey } }), 200);
	expect(line).toMatchObject({
		role: "api",
		method: "GET",
		url: "/v1/user",
		status: 200,
		visitor: "127.0.0.1",
		userId: person.userId,
		workspaceId: person.workspaceId,
		requestId: expect.any(String),
	});
	expect(String(line?.time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test("whoever is refused is told of as a warning: no login, a wrong key, a missing right, a wrong password", async () => {
	const person = await app.person({ permissions: ["user_read"] });
	const refused = [
		[() => fetch(`${app.url}/v1/user`), 401],
		[() => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": "sk_nobody" } }), 401],
		[() => fetch(`${app.url}/v1/voices`, { headers: { "xi-api-key": person.apiKey } }), 403],
		[() => post("/api/auth/sign-in/email", { email: person.email, password: "not the password" }), 401],
	] as const;
	for (const [work, status] of refused) {
		const found = (await linesOf(work, status)).filter((line) => line.msg === "refused");
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ level: 40, status, visitor: "127.0.0.1" });
	}
});

test("no secret gets into the log, whether it came in a header, a cookie, a body, a query or an address", async () => {
	const person = await app.person();
	const cookie = await app.signIn(person);
	lines.length = 0;
	const secrets = [
		person.apiKey,
		cookie.split("=")[1] ?? "",
		person.password,
		"query-secret-1",
		"path-secret-2",
		"bearer-secret-3",
	];
	const calls = [
		fetch(`${app.url}/v1/user?xi-api-key=query-secret-1`, { headers: { "xi-api-key": person.apiKey } }),
		fetch(`${app.url}/v1/user`, { headers: { cookie } }),
		fetch(`${app.url}/v1/user`, { headers: { authorization: "Bearer bearer-secret-3" } }),
		post("/api/auth/sign-in/email", { email: person.email, password: person.password }),
		post("/v1/workspace/invites/path-secret-2/accept", {}, { cookie }),
		post("/v1/user/backup-code/path-secret-2/remove-mfa", {}),
	];
	await Promise.all(calls.map(async (call) => (await call).arrayBuffer()));
	await expect.poll(() => lines.filter((line) => line.includes('"ms":')).length).toBe(calls.length);
	const log = lines.join("");
	for (const secret of secrets) expect(log).not.toContain(secret);
});

test("nothing that a caller writes begins a line of its own", async () => {
	const evil = encodeURIComponent('x\n{"level":30,"msg":"all is well"}');
	const found = await linesOf(() => fetch(`${app.url}/v1/${evil}`), 404);
	expect(found.every((line) => line.msg !== "all is well")).toBe(true);
});
