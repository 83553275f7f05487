import type { PrivacyState } from "@timbre/contract/privacy/endpoints.ts";
import { consentCookie, optOutCookie } from "@timbre/contract/privacy/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { privacyPersonColumns } from "../../core/json-columns/platform.ts";
import { formOf, recordings } from "../../testing/recordings.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { setProductUpdates } from "../auth/auth.profile.public.ts";
import { optOutUpdatesKey } from "./privacy.service.ts";

const secret = "a secret of this test, long enough for it";
let app: TestApp;
let direct: TestApp;
beforeAll(async () => {
	app = await testApp({
		env: { TRUST_PROXY: "true", ANALYTICS: "true", AUTH_SECRET: secret, INTERNAL_EMAIL_DOMAIN: "staff.example" },
	});
	direct = await testApp();
});
afterAll(async () => {
	await app.stop();
	await direct.stop();
});

const illinois = { "x-geo-country": "us", "x-geo-region": "il", "x-geo-city": "Chicago" };
const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}, to = app) => {
	const response = await fetch(to.url + path, {
		method: "POST",
		headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as T };
};

test("PRIVACY-011 uses the geolocation of a trusted proxy, and none without one", async () => {
	const get = async (to: TestApp, headers: Record<string, string>) =>
		(await fetch(`${to.url}/v1/geolocation`, { headers })).json();
	expect(await get(app, illinois)).toEqual({
		geo_location: { country: "US", region: "IL", city: "Chicago" },
		analytics: true,
		global_privacy_control: false,
	});
	expect(await get(app, { "cf-ipcountry": "DE", "cf-ipcity": "K%C3%B6ln" })).toMatchObject({
		geo_location: { country: "DE", region: null, city: "Köln" },
	});
	expect(
		await get(app, { "cf-ipcountry": "XX", "x-geo-region": "<script>" }),
		"invalid values are ignored",
	).toMatchObject({
		geo_location: { country: null, region: null, city: null },
	});
	expect(await get(direct, { ...illinois, "sec-gpc": "1" }), "untrusted headers are ignored").toEqual({
		geo_location: { country: null, region: null, city: null },
		analytics: false,
		global_privacy_control: true,
	});
});

test("PRIVACY-010 PRIVACY-005 PRIVACY-008 requires the BIPA terms in Illinois until they are accepted", async () => {
	const user = await app.user();
	const headers = { "xi-api-key": user.apiKey };
	const get = async (place: Record<string, string>) =>
		(await fetch(`${app.url}/v1/user/privacy`, { headers: { ...headers, ...place } })).json();
	expect(await get(illinois)).toMatchObject({
		bipa_terms_required: true,
		accepted_bipa_terms: false,
		restricted_region: true,
		geo_location: { country: "US", region: "IL", city: "Chicago" },
	});
	expect(await get({ ...illinois, "x-geo-region": "NY" })).toMatchObject({
		bipa_terms_required: false,
		restricted_region: false,
	});
	expect(await post<PrivacyState>("/v1/user/accept-bipa-terms", undefined, headers)).toMatchObject({
		status: 200,
		body: { accepted_bipa_terms: true },
	});
	expect(await get(illinois)).toMatchObject({ bipa_terms_required: false, accepted_bipa_terms: true });
});

test("PRIVACY-006 PRIVACY-022 knows the restricted regions and where the opt-out applies", async () => {
	const { apiKey } = await app.user();
	const at = async (country: string, region: string, more: Record<string, string> = {}) => {
		const headers = { "xi-api-key": apiKey, "x-geo-country": country, "x-geo-region": region, ...more };
		const response = await fetch(`${app.url}/v1/user/privacy`, { headers });
		return (await response.json()) as { restricted_region: boolean; opt_out_applies: boolean };
	};
	const regions = ["al", "ca", "co", "ct", "fl", "il", "mt", "ny", "or", "tx", "ut", "va", "wa"];
	const found = await Promise.all(regions.map((region) => at("us", region)));
	const where = (is: (one: (typeof found)[number]) => boolean) =>
		regions.filter((_, index) => is(found[index] as (typeof found)[number]));
	expect(where(({ restricted_region }) => restricted_region)).toEqual(["il", "tx", "wa"]);
	expect(where(({ opt_out_applies }) => opt_out_applies)).toEqual(["ca", "co", "ct", "mt", "or", "tx", "ut", "va"]);
	expect(await at("ca", "qc")).toMatchObject({ restricted_region: true, opt_out_applies: false });
	expect(await at("ca", "on")).toMatchObject({ restricted_region: false });
	expect(await at("es", "ct"), "the same code in another country").toMatchObject({ opt_out_applies: false });
	expect(await at("de", "be", { "sec-gpc": "1" })).toMatchObject({ opt_out_applies: true });
});

test("PRIVACY-005 rejects recordings of a voice in Illinois until the BIPA terms are accepted", async () => {
	const user = await app.user({ tier: "creator" });
	const upload = async (place: Record<string, string>, path: string, body: FormData) => {
		const headers = { "xi-api-key": user.apiKey, ...place };
		const response = await fetch(app.url + path, { method: "POST", headers, body });
		const { detail, voice_id } = (await response.json()) as { detail?: { code: string }; voice_id?: string };
		return { result: detail?.code ?? response.status, voice_id };
	};
	const add = (place: Record<string, string>) =>
		upload(place, "/v1/voices/add", formOf({ name: "Ada", files: [recordings.ada()] }));
	const denied = { result: "bipa_terms_required" };
	expect(await add(illinois)).toMatchObject(denied);
	const { result, voice_id } = await add({ ...illinois, "x-geo-region": "NY" });
	expect(result).toBe(200);
	const sample = { files: [recordings.ada()] };
	for (const [path, form] of [
		[`/v1/voices/${voice_id}/edit`, { name: "Ada", ...sample }],
		[`/v1/voices/${voice_id}/consent`, { recording: recordings.ada() }],
		[`/v1/voices/${voice_id}/captcha`, { recording: recordings.ada() }],
		[`/v1/voices/pvc/${voice_id}/samples`, sample],
		["/v1/similar-voices", { audio_file: recordings.ada() }],
	] as const)
		expect(await upload(illinois, path, formOf(form)), path).toMatchObject(denied);
	expect((await upload(illinois, `/v1/voices/${voice_id}/edit`, formOf({ name: "Ada" }))).result).toBe(200);
	await post("/v1/user/accept-bipa-terms", undefined, { "xi-api-key": user.apiKey });
	expect((await add(illinois)).result).toBe(200);
});

test("records when terms were agreed to and keeps the first time", async () => {
	const user = await app.user();
	const headers = { "xi-api-key": user.apiKey };
	const agree = async (terms: string[]) =>
		(await post<PrivacyState>("/v1/user/terms-agreed-to", { terms }, headers)).body.terms_agreed_to;
	const first = await agree(["privacy"]);
	expect(Math.abs((first.privacy ?? 0) - Date.now() / 1000)).toBeLessThan(60);
	await app.db
		.updateTable("privacy_person")
		.set({ terms_agreed_to: privacyPersonColumns.terms_agreed_to.write({ privacy: 1_000 }) })
		.where("user_id", "=", user.userId)
		.execute();
	expect(await agree(["privacy", "voice_design"])).toEqual({ privacy: 1_000, voice_design: expect.any(Number) });
	expect((await post("/v1/user/terms-agreed-to", { terms: ["nonsense"] }, headers)).status).toBe(422);
});

test("PRIVACY-024 the account opt-out is sent as optOutCCPA and can be undone", async () => {
	const user = await app.user();
	const headers = { "xi-api-key": user.apiKey };
	const change = (optOutCCPA: boolean) => post<PrivacyState>("/v1/user/privacy", { optOutCCPA }, headers);
	expect((await change(true)).body.ccpa_opt_out).toBe(true);
	const get = await fetch(`${app.url}/v1/user/privacy`, { headers: { ...headers, "sec-gpc": "1" } });
	expect(await get.json()).toMatchObject({ ccpa_opt_out: true, opt_out_applies: true });
	expect((await change(false)).body.ccpa_opt_out).toBe(false);
});

test("PRIVACY-023 in a browser the opt-out is a cookie for 360 days", async () => {
	const out = await post("/v1/privacy/preferences", { optOutCCPA: true });
	expect(out.body).toEqual({ optOutCCPA: true });
	expect(out.headers.get("set-cookie")).toBe(`${optOutCookie.name}=1; Max-Age=${360 * 86_400}; Path=/; SameSite=Lax`);
	const back = await post("/v1/privacy/preferences", { optOutCCPA: false });
	expect(back.headers.get("set-cookie")).toContain("Max-Age=0");
});

test("PRIVACY-012 PRIVACY-026 records analytics at /ingest only where allowed, with one of four consent states", async () => {
	const visit = async (
		consent: string,
		options: { zone?: string; headers?: Record<string, string>; to?: TestApp } = {},
	): Promise<number> => {
		const event = { name: "page_viewed", path: "/pricing", at_unix_ms: Date.now() };
		const body = { consent, time_zone: options.zone ?? "America/Chicago", events: [event] };
		return (await post<{ stored: number }>("/ingest", body, options.headers, options.to)).body.stored;
	};
	const europe = "Europe/Berlin";
	expect(await visit("not_applicable")).toBe(1);
	expect(await visit("granted", { zone: europe })).toBe(1);
	expect(await visit("undecided")).toBe(0);
	expect(await visit("denied")).toBe(0);
	expect(await visit("not_applicable", { zone: europe }), "in Europe consent is required, whatever the page says").toBe(
		0,
	);
	expect(await visit("not_applicable", { headers: { "x-geo-country": "FR" } })).toBe(0);
	expect(await visit("granted", { headers: { "sec-gpc": "1" } }), "GPC opts out").toBe(0);
	expect(await visit("granted", { headers: { cookie: `${optOutCookie.name}=1` } })).toBe(0);
	expect(await visit("granted", { headers: { cookie: `a=b; ${consentCookie.name}=denied` } })).toBe(0);
	expect(await visit("granted", { to: direct }), "analytics are off").toBe(0);
	const rows = await app.db.selectFrom("analytics_event").selectAll().execute();
	expect(rows.map(({ name, data, visitor_id }) => ({ name, data, visitor_id }))).toEqual(
		Array.from({ length: 2 }, () => ({ name: "page_viewed", data: { path: "/pricing" }, visitor_id: null })),
	);
	const withQuery = { name: "x", path: "/a?token=1", at_unix_ms: 1 };
	const rejected = await post("/ingest", { consent: "granted", time_zone: "", events: [withQuery] });
	expect(rejected.status, "rejects query strings").toBe(422);
	const event = { name: "page_viewed", path: "/pricing", at_unix_ms: Date.now() };
	const maybe = await post("/ingest", { consent: "maybe", time_zone: "", events: [event] });
	expect(maybe.status, "there is no fifth state").toBe(422);
});

test("PRIVACY-025 a valid unsubscribe key unsubscribes; an invalid one gets the same response and does nothing", async () => {
	const user = await app.user();
	const agrees = async () =>
		(
			(await (await fetch(`${app.url}/v1/user/privacy`, { headers: { "xi-api-key": user.apiKey } })).json()) as {
				agrees_to_product_updates: boolean;
			}
		).agrees_to_product_updates;
	await setProductUpdates(app.db, user.userId, true);
	const key = optOutUpdatesKey(secret, user.userId);
	const wrong = [`${key.slice(0, -1)}x`, optOutUpdatesKey("another secret", user.userId), user.userId, "."];
	for (const opt_out_updates_key of wrong) {
		const response = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key });
		expect([response.status, response.body]).toEqual([200, { status: "ok" }]);
	}
	expect(await agrees()).toBe(true);
	const valid = await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: key });
	expect([valid.status, valid.body]).toEqual([200, { status: "ok" }]);
	expect(await agrees()).toBe(false);
	const deleted = await post("/v1/user/opt-out-of-updates", {
		opt_out_updates_key: optOutUpdatesKey(secret, "nobody"),
	});
	expect(deleted.status).toBe(200);
});

test("PRIVACY-025 product updates go to users who agreed, with a key that unsubscribes them", async () => {
	const [staff, agrees, declines, unverified] = [
		await app.user(),
		await app.user(),
		await app.user(),
		await app.user(),
	];
	const set = (userId: string, change: { email?: string; email_verified?: boolean }) =>
		app.db.updateTable("auth_user").set(change).where("id", "=", userId).execute();
	const email = `${staff.userId.toLowerCase()}@staff.example`;
	await set(staff.userId, { email, email_verified: true });
	await set(unverified.userId, { email_verified: false });
	const choose = (who: { apiKey: string }, agrees_to_product_updates: boolean) =>
		post(
			"/v1/user/edit-user-metadata",
			{ account_metadata: { agrees_to_product_updates } },
			{ "xi-api-key": who.apiKey },
		);
	for (const who of [agrees, unverified]) expect((await choose(who, true)).status).toBe(200);
	await set(agrees.userId, { email_verified: true });
	const send = async (who: SeedUser) =>
		post<{ recipients: number }>(
			"/v1/product-updates",
			{ subject: "New voices", text: "Six new voices.\n\nTry them." },
			{ cookie: await app.signIn(who), origin: app.publicUrl },
		);
	expect((await send(declines)).status).toBe(403);
	expect((await send({ ...staff, email })).body).toEqual({ recipients: 1 });
	const mails = await app.db.selectFrom("mail").selectAll().where("subject", "=", "New voices").execute();
	expect(mails.map((mail) => mail.to_address)).toEqual([agrees.email]);
	const key = /opt_out_updates_key=([^\s&]+)/.exec(mails[0]?.body ?? "")?.[1] ?? "";
	await post("/v1/user/opt-out-of-updates", { opt_out_updates_key: decodeURIComponent(key) });
	expect((await send({ ...staff, email })).body).toEqual({ recipients: 0 });
});
