import fastify from "fastify";
import { expect, test } from "vitest";
import { onPageVisit } from "./page-visit.ts";

test("a page visit is a navigation or the session request of a page, and no other request", async () => {
	const app = fastify();
	let visits = 0;
	onPageVisit(app, () => visits++);
	app.get("/*", async () => "ok");
	const get = async (url: string, headers: Record<string, string> = {}) => {
		const before = visits;
		await app.inject({ url, headers });
		return visits - before;
	};
	expect(await get("/app/home", { "sec-fetch-mode": "navigate" })).toBe(1);
	expect(await get("/api/auth/get-session?disableCookieCache=true", { "sec-fetch-mode": "cors" })).toBe(1);
	expect(await get("/v1/voices", { "sec-fetch-mode": "cors" })).toBe(0);
	expect(await get("/assets/app.js", { "sec-fetch-mode": "no-cors" })).toBe(0);
	expect(await get("/health")).toBe(0);
});
