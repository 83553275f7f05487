import type { Endpoint } from "@timbre/contract/endpoint.ts";
import { type ErrorCode, errorCodes } from "@timbre/contract/errors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "./test-app.ts";

type Target = {
	/** Values for {parameters} of the path that belong to nobody in particular. */
	params?: Record<string, string>;
	body?: unknown;
	/** Makes a thing in another workspace and returns the path parameters that name it, with the code its owner's neighbour must get. */
	foreign?: { make: (app: TestApp) => Promise<Record<string, string>>; code: ErrorCode };
};

let app: TestApp;
let shared = false;
/** One for all: nothing that is refused changes anything. */
let session: Promise<string> | undefined;

/** One app for all endpoints of a test file: the refusals do not disturb each other. */
function shareApp(): void {
	if (shared) return;
	shared = true;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());
}

/**
 * What an area says itself about who is refused: with the bodies and things that only it knows. Keys, scopes, roles, suspended workspaces
 * and ids of others are walked for all endpoints at once by security/matrix.test.ts.
 */
export function denied(endpoint: Endpoint, target: Target = {}): void {
	if (endpoint.auth === "public") throw new Error(`${endpoint.id} is public: it has nobody to deny.`);
	shareApp();
	describe(`${endpoint.method} ${endpoint.path} is denied`, () => {
		const call = (headers: Record<string, string>, params: Record<string, string> = target.params ?? {}) =>
			fetch(app.url + fill(endpoint.path, params), {
				method: endpoint.method,
				headers: { ...headers, ...(target.body === undefined ? {} : { "content-type": "application/json" }) },
				...(target.body === undefined ? {} : { body: JSON.stringify(target.body) }),
			});

		test("without a login: 401", async () => {
			await expectCode(await call({}), "needs_authorization");
		});
		if (endpoint.method !== "GET") {
			test("with a session, from a page of another site: 403", async () => {
				session ??= app.person().then(app.signIn);
				const cookie = await session;
				await expectCode(await call({ cookie, origin: "https://evil.example" }), "forbidden_origin");
				await expectCode(await call({ cookie }), "forbidden_origin");
			});
		}
		const { foreign } = target;
		if (foreign) {
			test(`for another workspace's id: ${errorCodes[foreign.code].http}`, async () => {
				const params = await foreign.make(app);
				const stranger = await app.person();
				await expectCode(await call({ "xi-api-key": stranger.apiKey }, params), foreign.code);
			});
		}
		if (endpoint.credits) {
			test("over quota: 401 quota_exceeded, and nothing is reserved", async () => {
				const poor = await app.person({ credits: 3 });
				await expectCode(
					await call({ "xi-api-key": poor.apiKey }, { ...target.params, voice_id: app.voiceId }),
					"quota_exceeded",
				);
				expect(await app.ledger(poor.workspaceId)).toMatchObject({ used: 0, reserved: 0, entries: 0, open: 0 });
			});
		}
	});
}

function fill(path: string, params: Record<string, string>): string {
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "nothing"));
}

async function expectCode(answer: Response, code: ErrorCode): Promise<void> {
	const body = (await answer.json()) as {
		detail: { code: string; status: string; message: string; request_id: string };
	};
	expect({ status: answer.status, code: body.detail.code }).toEqual({ status: errorCodes[code].http, code });
	expect(body.detail.status).toBe(code);
	expect(body.detail.message.length).toBeGreaterThan(10);
	expect(answer.headers.get("x-request-id")).toBe(body.detail.request_id);
}
