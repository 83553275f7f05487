// The real api on a real database, with a name server and identity providers of its own.
import type { DomainVerification, IdentityProvider, SsoProvider } from "@timbre/contract/workspace.sso.ts";
import { type TestApp, testApp } from "@timbre/server/testing/test-app.ts";
import { startTxtRecords } from "@timbre/server/testing/txt-records.ts";
import { expect } from "vitest";
import type { Person } from "../../seed/builders.ts";
import { type Browser, placeOf } from "./browser.ts";

export type World = {
	app: TestApp;
	/** Admin of a workspace on the enterprise plan. */
	admin: Person;
	call<T>(method: string, path: string, body?: unknown, as?: Person): Promise<{ status: number; body: T }>;
	/** Claims a domain and shows by the DNS that it is the workspace's. */
	ownDomain(domain: string, as?: Person): Promise<DomainVerification>;
	addProvider(body: Record<string, unknown>, as?: Person): Promise<IdentityProvider>;
	findSso(email: string): Promise<SsoProvider>;
	/** The address at the identity provider that the sign-in page sends a browser to. */
	begin(browser: Browser, providerId: string): Promise<string>;
	/** The person behind a browser, or undefined when it is not signed in. */
	whoIs(browser: Browser): Promise<{ email: string; workspace_id: string; seat_type: string } | undefined>;
	/** The answer sends the browser back with words for what went wrong, and does not sign it in. */
	expectRefused(browser: Browser, answer: Response, words: RegExp): Promise<void>;
	stop(): Promise<void>;
};

export async function createWorld(internalOrigins: string[]): Promise<World> {
	const dns = await startTxtRecords();
	const app = await testApp({ env: { DNS_SERVERS: dns.address, SSO_INTERNAL_ORIGINS: internalOrigins.join(",") } });
	const admin = await app.person({ tier: "enterprise" });
	const call: World["call"] = async <T>(method: string, path: string, body?: unknown, as = admin) => {
		const answer = await fetch(app.url + path, {
			method,
			headers: {
				"xi-api-key": as.apiKey,
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: answer.status, body: (await answer.json()) as T };
	};
	const whoIs: World["whoIs"] = async (browser) => {
		const answer = await browser.go(`${app.url}/v1/user`);
		return answer.ok ? ((await answer.json()) as Awaited<ReturnType<World["whoIs"]>>) : undefined;
	};
	return {
		app,
		admin,
		call,
		whoIs,
		ownDomain: async (domain, as) => {
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
			const made = await call<IdentityProvider>("POST", "/v1/workspace/identity-providers", body, as);
			expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
			return made.body;
		},
		findSso: async (email) => {
			const found = await fetch(`${app.url}/v1/workspace/find-sso-provider?email=${encodeURIComponent(email)}`);
			expect(found.status).toBe(200);
			return (await found.json()) as SsoProvider;
		},
		begin: async (browser, providerId) => {
			const answer = await browser.go(`${app.url}/api/auth/sign-in/sso`, {
				origin: app.url,
				json: { providerId, callbackURL: "/app", errorCallbackURL: "/app/sign-in" },
			});
			const body = (await answer.json()) as { url: string };
			expect(answer.status, JSON.stringify(body)).toBe(200);
			return body.url;
		},
		expectRefused: async (browser, answer, words) => {
			const text = answer.status === 302 || answer.status === 303 ? placeOf(answer).search : await answer.text();
			expect(`${answer.status} ${decodeURIComponent(text.replaceAll("+", " "))}`).toMatch(words);
			expect(text).toContain("error");
			expect(await whoIs(browser)).toBeUndefined();
		},
		stop: async () => {
			await app.stop();
			await dns.stop();
		},
	};
}
