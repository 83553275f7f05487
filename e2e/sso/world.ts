// Test environment: the real API on a real database, with its own name server and identity providers.
import type { DomainVerification, IdentityProvider, SsoProvider } from "@timbre/contract/workspace/sso.ts";
import { startDnsServer } from "@timbre/server/testing/dns-server.ts";
import { type TestApp, testApp } from "@timbre/server/testing/test-app.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../seed/builders.ts";
import { type Browser, redirectUrlOf } from "./browser.ts";

export type World = {
	app: TestApp;
	/** Admin of a workspace on the enterprise plan. */
	admin: SeedUser;
	call<T>(method: string, path: string, body?: unknown, as?: SeedUser): Promise<{ status: number; body: T }>;
	/** Adds a domain and verifies it through DNS. */
	verifyDomain(domain: string, as?: SeedUser): Promise<DomainVerification>;
	addProvider(body: Record<string, unknown>, as?: SeedUser): Promise<IdentityProvider>;
	findSso(email: string): Promise<SsoProvider>;
	/** Starts a sign-in and returns the identity provider URL that the browser is sent to. */
	startSignIn(browser: Browser, providerId: string): Promise<string>;
	/** The signed-in user, or undefined if the browser isn't signed in. */
	getUser(browser: Browser): Promise<{ email: string; workspace_id: string; seat_type: string } | undefined>;
	/** Expects a response with this error and no session. */
	expectRejected(browser: Browser, response: Response, message: RegExp): Promise<void>;
	stop(): Promise<void>;
};

export async function createWorld(internalOrigins: string[], env: Record<string, string> = {}): Promise<World> {
	const dns = await startDnsServer();
	const app = await testApp({
		env: { DNS_SERVERS: dns.address, SSO_INTERNAL_ORIGINS: internalOrigins.join(","), ...env },
	});
	const admin = await app.user({ tier: "enterprise" });
	const call: World["call"] = async <T>(method: string, path: string, body?: unknown, as = admin) => {
		const response = await fetch(app.url + path, {
			method,
			headers: {
				"xi-api-key": as.apiKey,
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: (await response.json()) as T };
	};
	const whoIs: World["getUser"] = async (browser) => {
		const response = await browser.go(`${app.url}/v1/user`);
		return response.ok ? ((await response.json()) as Awaited<ReturnType<World["getUser"]>>) : undefined;
	};
	return {
		app,
		admin,
		call,
		getUser: whoIs,
		verifyDomain: async (domain, as) => {
			const path = "/v1/workspace/domain-verifications";
			const claimed = await call<DomainVerification>("POST", path, { domain }, as);
			expect(claimed).toMatchObject({ status: 201, body: { status: "pending" } });
			const { record, domain_verification_id: id } = claimed.body;
			dns.records.set(record.name, [record.value]);
			const checked = await call<DomainVerification>("POST", `${path}/${id}/check`, undefined, as);
			expect(checked).toMatchObject({ status: 200, body: { status: "verified" } });
			return checked.body;
		},
		addProvider: async (body, as) => {
			const created = await call<IdentityProvider>("POST", "/v1/workspace/identity-providers", body, as);
			expect(created, JSON.stringify(created.body)).toMatchObject({ status: 201 });
			return created.body;
		},
		findSso: async (email) => {
			const found = await fetch(`${app.url}/v1/workspace/find-sso-provider?email=${encodeURIComponent(email)}`);
			expect(found.status).toBe(200);
			return (await found.json()) as SsoProvider;
		},
		startSignIn: async (browser, providerId) => {
			const response = await browser.go(`${app.url}/api/auth/sign-in/sso`, {
				origin: app.url,
				json: { providerId, callbackURL: "/app", errorCallbackURL: "/app/sign-in" },
			});
			const body = (await response.json()) as { url: string };
			expect(response.status, JSON.stringify(body)).toBe(200);
			return body.url;
		},
		expectRejected: async (browser, response, message) => {
			const text =
				response.status === 302 || response.status === 303 ? redirectUrlOf(response).search : await response.text();
			expect(`${response.status} ${decodeURIComponent(text.replaceAll("+", " "))}`).toMatch(message);
			expect(text).toContain("error");
			expect(await whoIs(browser)).toBeUndefined();
		},
		stop: async () => {
			await app.stop();
			await dns.stop();
		},
	};
}
