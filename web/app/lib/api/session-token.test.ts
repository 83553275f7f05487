import { modelsPaths } from "@timbre/contract/models/paths.ts";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "./api.ts";
import { authorization, clearSessionToken, setSessionToken } from "./session-token.ts";

const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600;
const sent: (string | null)[] = [];
const respondWith = (...statuses: number[]) =>
	vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
		sent.push(new Headers(init.headers).get("authorization"));
		return Response.json([], { status: statuses.shift() ?? 200 });
	});

afterEach(() => {
	vi.unstubAllGlobals();
	clearSessionToken();
	sent.length = 0;
});

test("AUTH-023 requests carry the session token while it is valid", async () => {
	respondWith();
	await call(modelsPaths.listModels, {});
	setSessionToken("abc", inTenMinutes());
	await call(modelsPaths.listModels, {});
	setSessionToken("old", 1);
	await call(modelsPaths.listModels, {});
	expect(sent).toEqual([null, "Bearer abc", null]);
});

test("repeats a request without a token that the server rejects", async () => {
	respondWith(401, 200);
	setSessionToken("ended", inTenMinutes());
	await expect(call(modelsPaths.listModels, {})).resolves.toEqual([]);
	expect(sent).toEqual(["Bearer ended", null]);
	expect(authorization()).toBeUndefined();
});
