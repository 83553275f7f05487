// The log contains denied requests and no secrets.
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
	const response = await work();
	await response.arrayBuffer();
	expect(response.status).toBe(status);
	await expect.poll(() => lines.some((line) => line.includes(`"status":${status}`))).toBe(true);
	return lines.map((line) => JSON.parse(line) as Line);
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	fetch(app.url + path, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.publicUrl, ...headers },
		body: JSON.stringify(body),
	});

test("logs every request as one JSON line with time, request, client IP, identity and status", async () => {
	const user = await app.user();
	const [line] = await linesOf(() => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": user.apiKey } }), 200);
	expect(line).toMatchObject({
		role: "api",
		method: "GET",
		url: "/v1/user",
		status: 200,
		visitor: "127.0.0.1",
		userId: user.userId,
		workspaceId: user.workspaceId,
		requestId: expect.any(String),
	});
	expect(String(line?.time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test("logs denied requests as warnings: no authentication, an invalid key, a missing permission, a wrong password", async () => {
	const user = await app.user({ permissions: ["user_read"] });
	const denied = [
		[() => fetch(`${app.url}/v1/user`), 401],
		[() => fetch(`${app.url}/v1/user`, { headers: { "xi-api-key": "sk_nobody" } }), 401],
		[() => fetch(`${app.url}/v1/voices`, { headers: { "xi-api-key": user.apiKey } }), 403],
		[() => post("/api/auth/sign-in/email", { email: user.email, password: "not the password" }), 401],
	] as const;
	for (const [work, status] of denied) {
		const found = (await linesOf(work, status)).filter((line) => line.msg === "request denied");
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ level: 40, status, visitor: "127.0.0.1" });
	}
});

test("logs no secrets from headers, cookies, bodies, queries or paths", async () => {
	const user = await app.user();
	const cookie = await app.signIn(user);
	lines.length = 0;
	const secrets = [
		user.apiKey,
		cookie.split("=")[1] ?? "",
		user.password,
		"query-secret-1",
		"path-secret-2",
		"bearer-secret-3",
	];
	const requests = [
		fetch(`${app.url}/v1/user?xi-api-key=query-secret-1`, { headers: { "xi-api-key": user.apiKey } }),
		fetch(`${app.url}/v1/user`, { headers: { cookie } }),
		fetch(`${app.url}/v1/user`, { headers: { authorization: "Bearer bearer-secret-3" } }),
		post("/api/auth/sign-in/email", { email: user.email, password: user.password }),
		post("/v1/workspace/invites/path-secret-2/accept", {}, { cookie }),
		post("/v1/user/backup-code/path-secret-2/remove-mfa", {}),
		fetch(`${app.url}/v1/studio/review-links/path-secret-2/comparisons?guest_key=query-secret-1`),
	];
	await Promise.all(requests.map(async (request) => (await request).arrayBuffer()));
	await expect.poll(() => lines.filter((line) => line.includes('"ms":')).length).toBe(requests.length);
	const log = lines.join("");
	for (const secret of secrets) expect(log).not.toContain(secret);
});

test("prevents log injection: client input can't start a new line", async () => {
	const evil = encodeURIComponent('x\n{"level":30,"msg":"all is well"}');
	const found = await linesOf(() => fetch(`${app.url}/v1/${evil}`), 404);
	expect(found.every((line) => line.msg !== "all is well")).toBe(true);
});
