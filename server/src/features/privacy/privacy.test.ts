import { consentCookie, optOutCookie, type PrivacyState } from "@timbre/contract/privacy.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { setProductUpdates } from "../auth/auth.profile.public.ts";
import { optOutUpdatesKey } from "./privacy.service.ts";

const secret = "a secret of this test, long enough for it";
let app: TestApp;
let direct: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true", ANALYTICS: "true", AUTH_SECRET: secret } });
	direct = await testApp();
});
afterAll(async () => {
	await app.stop();
	await direct.stop();
});

const illinois = { "x-geo-country": "us", "x-geo-region": "il", "x-geo-city": "Chicago" };
const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}, to = app) => {
	const answer = await fetch(to.url + path, {
		method: "POST",
		headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
};

test("PRIVACY-011 the geolocation is what a trusted proxy says, and unknown without one", async () => {
	const look = async (to: TestApp, headers: Record<string, string>) =>
		(await fetch(`${to.url}/v1/geolocation`, { headers })).json();
	expect(await look(app, illinois)).toEqual({
		geo_location: { country: "US", region: "IL", city: "Chicago" },
		analytics: true,
		global_privacy_control: false,
	});
	expect(await look(app, { "cf-ipcountry": "DE", "cf-ipcity": "K%C3%B6ln" })).toMatchObject({
		geo_location: { country: "DE", region: null, city: "Köln" },
	});
	expect(await look(app, { "cf-ipcountry": "XX", "x-geo-region": "<script>" }), "nonsense is nothing").toMatchObject({
		geo_location: { country: null, region: null, city: null },
	});
	expect(await look(direct, { ...illinois, "sec-gpc": "1" }), "whom nobody vouches for").toEqual({
		geo_location: { country: null, region: null, city: null },
		analytics: false,
		global_privacy_control: true,
	});
});

test("PRIVACY-010 PRIVACY-005 PRIVACY-008 somebody in Illinois is asked for the BIPA terms until they are accepted", async () => {
	const person = await app.person();
	const headers = { "xi-api-key": person.apiKey };
	const look = async (place: Record<string, string>) =>
		(await fetch(`${app.url}/v1/user/privacy`, { headers: { ...headers, ...place } })).json();
	expect(await look(illinois)).toMatchObject({
		bipa_terms_required: true,
		accepted_bipa_terms: false,
		restricted_region: true,
		geo_location: { country: "US", region: "IL", city: "Chicago" },
	});
	expect(await look({ ...illinois, "x-geo-region": "NY" })).toMatchObject({
		bipa_terms_required: false,
		restricted_region: false,
	});
	expect(await post<PrivacyState>("/v1/user/accept-bipa-terms", undefined, headers)).toMatchObject({
		status: 200,
		body: { accepted_bipa_terms: true },
	});
	expect(await look(illinois)).toMatchObject({ bipa_terms_required: false, accepted_bipa_terms: true });
});

test("agreeing to terms is noted with its time, and the first time counts", async () => {
	const person = await app.person();
	const headers = { "xi-api-key": person.apiKey };
	const agree = async (terms: string[]) =>
		(await post<PrivacyState>("/v1/user/terms-agreed-to", { terms }, headers)).body.terms_agreed_to;
	const first = await agree(["privacy"]);
	expect(Math.abs((first.privacy ?? 0) - Date.now() / 1000)).toBeLessThan(60);
	await app.db
		.updateTable("privacy_person")
		.set({ terms_agreed_to: JSON.stringify({ privacy: 1_000 }) })
		.where("user_id", "=", person.userId)
		.execute();
	expect(await agree(["privacy", "voice_design"])).toEqual({ privacy: 1_000, voice_design: expect.any(Number) });
	expect((await post("/v1/user/terms-agreed-to", { terms: ["nonsense"] }, headers)).status).toBe(422);
});

test("PRIVACY-024 the opt-out is a preference of the account, sent as optOutCCPA, and can be taken back", async () => {
	const person = await app.person();
	const headers = { "xi-api-key": person.apiKey };
	const change = (optOutCCPA: boolean) => post<PrivacyState>("/v1/user/privacy", { optOutCCPA }, headers);
	expect((await change(true)).body.ccpa_opt_out).toBe(true);
	const look = await fetch(`${app.url}/v1/user/privacy`, { headers: { ...headers, "sec-gpc": "1" } });
	expect(await look.json()).toMatchObject({ ccpa_opt_out: true, opt_out_applies: true });
	expect((await change(false)).body.ccpa_opt_out).toBe(false);
});

test("PRIVACY-023 in a browser the opt-out is a cookie for 360 days", async () => {
	const out = await post("/v1/privacy/preferences", { optOutCCPA: true });
	expect(out.body).toEqual({ optOutCCPA: true });
	expect(out.headers.get("set-cookie")).toBe(`${optOutCookie.name}=1; Max-Age=${360 * 86_400}; Path=/; SameSite=Lax`);
	const back = await post("/v1/privacy/preferences", { optOutCCPA: false });
	expect(back.headers.get("set-cookie")).toContain("Max-Age=0");
});

test("PRIVACY-026 visits are counted at /ingest on this server, and only where that is allowed", async () => {
	const visit = async (
		consent: string,
		wanted: { zone?: string; headers?: Record<string, string>; to?: TestApp } = {},
	): Promise<number> => {
		const event = { name: "page_viewed", path: "/pricing", at_unix_ms: Date.now() };
		const body = { consent, time_zone: wanted.zone ?? "America/Chicago", events: [event] };
		return (await post<{ stored: number }>("/ingest", body, wanted.headers, wanted.to)).body.stored;
	};
	const europe = "Europe/Berlin";
	expect(await visit("not_applicable")).toBe(1);
	expect(await visit("granted", { zone: europe })).toBe(1);
	expect(await visit("undecided")).toBe(0);
	expect(await visit("denied")).toBe(0);
	expect(await visit("not_applicable", { zone: europe }), "in Europe it is applicable, whatever the page says").toBe(0);
	expect(await visit("not_applicable", { headers: { "x-geo-country": "FR" } })).toBe(0);
	expect(await visit("granted", { headers: { "sec-gpc": "1" } }), "the signal is a no").toBe(0);
	expect(await visit("granted", { headers: { cookie: `${optOutCookie.name}=1` } })).toBe(0);
	expect(await visit("granted", { headers: { cookie: `a=b; ${consentCookie.name}=denied` } })).toBe(0);
	expect(await visit("granted", { to: direct }), "where nothing is counted").toBe(0);
	const rows = await app.db.selectFrom("analytics_event").selectAll().execute();
	expect(rows.map(({ name, user_id, workspace_id, data }) => ({ name, user_id, workspace_id, data }))).toEqual(
		Array.from({ length: 2 }, () => ({
			name: "page_viewed",
			user_id: null,
			workspace_id: null,
			data: { path: "/pricing" },
		})),
	);
	const withQuery = { name: "x", path: "/a?token=1", at_unix_ms: 1 };
	const refused = await post("/ingest", { consent: "granted", time_zone: "", events: [withQuery] });
	expect(refused.status, "nothing that follows a question mark").toBe(422);
});

test("PRIVACY-025 the key of an unsubscribe link ends the news; a wrong one gets the same answer and ends nothing", async () => {
	const person = await app.person();
	const agrees = async () =>
		(
			(await (await fetch(`${app.url}/v1/user/privacy`, { headers: { "xi-api-key": person.apiKey } })).json()) as {
				agrees_to_product_updates: boolean;
			}
		).agrees_to_product_updates;
	await setProductUpdates(app.db, person.userId, true);
	const key = optOutUpdatesKey(secret, person.userId);
	const wrong = [`${key.slice(0, -1)}x`, optOutUpdatesKey("another secret", person.userId), person.userId, "."];
	for (const opt_out_updates_key of wrong) {
		const answer = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key });
		expect([answer.status, answer.body]).toEqual([200, { status: "ok" }]);
	}
	expect(await agrees()).toBe(true);
	const right = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: key });
	expect([right.status, right.body]).toEqual([200, { status: "ok" }]);
	expect(await agrees()).toBe(false);
	const gone = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: optOutUpdatesKey(secret, "nobody") });
	expect(gone.status).toBe(200);
});
