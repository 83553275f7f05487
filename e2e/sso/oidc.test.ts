import type { DomainVerification } from "@timbre/contract/workspace/sso.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, redirectUrlOf } from "./browser.ts";
import { type OidcIdp, startOidcIdp } from "./oidc-idp.ts";
import { createWorld, type World } from "./world.ts";

let idp: OidcIdp;
let world: World;
let domain: DomainVerification;
let providerId: string;

beforeAll(async () => {
	idp = await startOidcIdp();
	world = await createWorld([idp.origin]);
	domain = await world.verifyDomain("company.example");
	const provider = await world.addProvider({
		type: "oidc",
		name: "Company login",
		domain: "company.example",
		issuer: idp.origin,
		client_id: idp.clientId,
		client_secret: idp.clientSecret,
	});
	idp.allow(provider.redirect_uri);
	providerId = provider.identity_provider_id;
});
afterAll(async () => {
	await world.stop();
	await idp.stop();
});
afterEach(() => {
	idp.tamper = undefined;
});

/** Completes the sign-in up to the response of the callback URL. */
async function signIn(browser: Browser, email: string, change = (url: URL) => url): Promise<Response> {
	const back = await idp.signIn(browser, await world.startSignIn(browser, providerId), email);
	return browser.go(change(back).href);
}

const membersOf = async (workspaceId: string) =>
	world.app.db
		.selectFrom("workspace_member")
		.innerJoin("auth_user", "auth_user.id", "workspace_member.user_id")
		.select(["auth_user.email", "workspace_member.role"])
		.where("workspace_id", "=", workspaceId)
		.execute();

describe("signing in", () => {
	test("WORKSPACE-024 through an OpenID Connect provider makes the user an editor and opens the workspace", async () => {
		const browser = createBrowser();
		const response = await signIn(browser, "ada@company.example");
		expect(redirectUrlOf(response).pathname).toBe("/app");
		expect(redirectUrlOf(response).search).toBe("");
		expect(await world.getUser(browser)).toMatchObject({
			email: "ada@company.example",
			workspace_id: world.admin.workspaceId,
		});
		const { email_verified: verified } = await world.app.db
			.selectFrom("auth_user")
			.select("email_verified")
			.where("email", "=", "ada@company.example")
			.executeTakeFirstOrThrow();
		expect(verified, "the identity provider vouches for the address").toBe(true);
		await signIn(createBrowser(), "ada@company.example");
		expect(await membersOf(world.admin.workspaceId)).toContainEqual({ email: "ada@company.example", role: "editor" });
		const joined = await world.app.db
			.selectFrom("workspace_audit")
			.select(["activity", "target"])
			.where("workspace_id", "=", world.admin.workspaceId)
			.where("class_name", "=", "member_management")
			.execute();
		expect(joined, "audited once").toEqual([{ activity: "join", target: "ada@company.example" }]);
	});

	test("links an existing account with a verified address and rejects one with an unverified address", async () => {
		const known = await world.app.user();
		const squatted = await world.app.user();
		const rename = (userId: string, email: string, verified: boolean) =>
			world.app.db.updateTable("auth_user").set({ email, email_verified: verified }).where("id", "=", userId).execute();
		await rename(known.userId, "known@company.example", true);
		await rename(squatted.userId, "boss@company.example", false);
		const browser = createBrowser();
		await signIn(browser, "known@company.example");
		expect(await world.getUser(browser)).toMatchObject({ user_id: known.userId });
		const other = createBrowser();
		await world.expectRejected(other, await signIn(other, "boss@company.example"), /sso_unverified_account/);
	});

	test("WORKSPACE-020 is rejected without the plan or a free seat", async () => {
		const setTier = (tier: string, seats: number | null) =>
			world.app.db
				.updateTable("workspace")
				.set({ tier, max_seats: seats })
				.where("id", "=", world.admin.workspaceId)
				.execute();
		await setTier("pro", null);
		expect(await world.findSso("new@company.example")).toEqual({ provider_id: null, name: null, required: false });
		const downgraded = createBrowser();
		await world.expectRejected(downgraded, await signIn(downgraded, "new@company.example"), /sso_not_in_plan/);
		const taken = await membersOf(world.admin.workspaceId);
		await setTier("enterprise", taken.length);
		const full = createBrowser();
		await world.expectRejected(full, await signIn(full, "new@company.example"), /sso_no_seats/);
		await setTier("enterprise", null);
		await signIn(full, "new@company.example");
		expect(await world.getUser(full)).toMatchObject({ workspace_id: world.admin.workspaceId });
	});

	test("can be required for a domain once it has worked, and passwords are then rejected", async () => {
		const path = `/v1/workspace/domain-verifications/${domain.domain_verification_id}`;
		await signIn(createBrowser(), "ada@company.example");
		expect(await world.call("PATCH", path, { sso_required: true })).toMatchObject({
			status: 200,
			body: { sso_required: true },
		});
		expect(await world.findSso("whoever@company.example")).toMatchObject({ provider_id: providerId, required: true });
		for (const [call, email] of [
			["sign-in", "ada@company.example"],
			["sign-in", "nobody@company.example"],
			["sign-up", "new-one@company.example"],
		]) {
			const response = await createBrowser().go(`${world.app.url}/api/auth/${call}/email`, {
				origin: world.app.url,
				json: { email, password: "correct horse", name: "Ada" },
			});
			expect(response.status).toBe(403);
			expect(await response.json()).toMatchObject({
				message: expect.stringContaining("sign in through their organization"),
			});
		}
		const browser = createBrowser();
		await signIn(browser, "ada@company.example");
		expect(await world.getUser(browser)).toMatchObject({ email: "ada@company.example" });
		await world.call("PATCH", path, { sso_required: false });
	});
});

describe("is rejected", () => {
	test("for an address at another domain", async () => {
		const browser = createBrowser();
		await world.expectRejected(browser, await signIn(browser, "ada@elsewhere.example"), /sso_other_domain/);
		const stranger = await world.app.db
			.selectFrom("auth_user")
			.select("id")
			.where("email", "=", "ada@elsewhere.example")
			.execute();
		expect(stranger, "no account is created either").toEqual([]);
		const below = createBrowser();
		await world.expectRejected(below, await signIn(below, "ada@sub.company.example"), /sso_other_domain/);
	});

	test("with a state that was issued to another browser", async () => {
		const browser = createBrowser();
		const invented = (url: URL) => {
			url.searchParams.set("state", "invented-by-somebody-else");
			return url;
		};
		await world.expectRejected(browser, await signIn(browser, "ada@company.example", invented), /state_mismatch/);
		const victim = createBrowser();
		const attacker = createBrowser();
		const back = await idp.signIn(attacker, await world.startSignIn(attacker, providerId), "ada@company.example");
		await world.expectRejected(victim, await victim.go(back.href), /state_mismatch/);
	});

	test("with a different nonce than the one sent", async () => {
		const browser = createBrowser();
		const url = new URL(await world.startSignIn(browser, providerId));
		expect(url.searchParams.get("nonce")).toMatch(/^\w{32}$/);
		url.searchParams.set("nonce", "of-another-request");
		const back = await idp.signIn(browser, url.href, "ada@company.example");
		await world.expectRejected(browser, await browser.go(back.href), /sso_other_request/);
		const without = createBrowser();
		idp.tamper = ({ nonce: _, ...claims }) => ({ claims });
		await world.expectRejected(without, await signIn(without, "ada@company.example"), /sso_other_request/);
	});

	test.for<[string, OidcIdp["tamper"]]>([
		["a token issued for another client", (claims) => ({ claims: { ...claims, aud: "another-client" } })],
		[
			"a token for two clients that names the other one",
			(claims) => ({ claims: { ...claims, aud: [claims.aud, "other"], azp: "other" } }),
		],
		["a token from another issuer", (claims) => ({ claims: { ...claims, iss: "https://evil.example" } })],
		["a token that has expired", (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 60 } })],
		["a token signed with another key", (claims) => ({ claims, key: "foreign" })],
	])("with %s", async ([, tamper]) => {
		const browser = createBrowser();
		idp.tamper = tamper;
		await world.expectRejected(browser, await signIn(browser, "ada@company.example"), /token_not_verified/);
	});

	test("with a token whose subject differs from the user info", async () => {
		const browser = createBrowser();
		idp.tamper = (claims) => ({ claims: { ...claims, sub: "person:somebody-else" } });
		await world.expectRejected(browser, await signIn(browser, "ada@company.example"), /subject_mismatch/);
	});

	test("with a code that was used before", async () => {
		const browser = createBrowser();
		const back = await idp.signIn(browser, await world.startSignIn(browser, providerId), "ada@company.example");
		await browser.go(back.href);
		const second = createBrowser();
		const again = new URL(await world.startSignIn(second, providerId));
		back.searchParams.set("state", again.searchParams.get("state") ?? "");
		await world.expectRejected(second, await second.go(back.href), /invalid_provider/);
	});

	test("when started with a foreign callback URL or unexpected parameters", async () => {
		const ask = (json: Record<string, unknown>) =>
			createBrowser().go(`${world.app.url}/api/auth/sign-in/sso`, { origin: world.app.url, json });
		const bodies = [
			{ providerId, callbackURL: "https://evil.example/" },
			{ providerId, callbackURL: "//evil.example" },
			{ providerId, callbackURL: "/\\evil.example" },
			{ providerId, callbackURL: `${idp.origin}/` },
			{ providerId, callbackURL: "/app", errorCallbackURL: "https://evil.example/" },
			{ providerId, callbackURL: "/app", scopes: ["openid", "admin"] },
			{ providerId, callbackURL: "/app", newUserCallbackURL: "/app" },
			{ email: "ada@company.example", callbackURL: "/app" },
		];
		const responses = await Promise.all(bodies.map(ask));
		for (const response of responses) expect([400, 403]).toContain(response.status);
	});
});

describe("a domain", () => {
	test("must be verified to get a provider and to sign in", async () => {
		const body = {
			type: "oidc",
			name: "Login",
			domain: "unproven.example",
			issuer: idp.origin,
			client_id: idp.clientId,
			client_secret: idp.clientSecret,
		};
		await world.call("POST", "/v1/workspace/domain-verifications", { domain: "unproven.example" });
		expect(await world.call("POST", "/v1/workspace/identity-providers", body)).toMatchObject({
			status: 400,
			body: { detail: { code: "invalid_request", message: expect.stringContaining("Verify unproven.example first") } },
		});
		const prove = (verified: boolean) =>
			world.app.db
				.updateTable("auth_sso_provider")
				.set({ domain_verified: verified })
				.where("id", "=", providerId)
				.execute();
		const browser = createBrowser();
		const back = await idp.signIn(browser, await world.startSignIn(browser, providerId), "ada@company.example");
		await prove(false);
		await world.expectRejected(browser, await browser.go(back.href), /sso_provider_changed|not been verified/);
		const response = await browser.go(`${world.app.url}/api/auth/sign-in/sso`, {
			origin: world.app.url,
			json: { providerId, callbackURL: "/app" },
		});
		expect(response.status).toBe(401);
		await prove(true);
	});

	test("can't be taken from another workspace by adding it too", async () => {
		const rival = await world.app.user({ tier: "trial" });
		const claimed = await world.call<DomainVerification>(
			"POST",
			"/v1/workspace/domain-verifications",
			{ domain: "company.example" },
			rival,
		);
		expect(claimed.status).toBe(201);
		const path = "/v1/workspace/identity-providers";
		const body = {
			type: "oidc",
			name: "Mine",
			domain: "company.example",
			issuer: idp.origin,
			client_id: "x",
			client_secret: "y",
		};
		expect((await world.call("POST", path, body, rival)).status).toBe(400);
	});
});

test("contacts an issuer on the internal network only if the operator allows it", async () => {
	await world.verifyDomain("second.example");
	const body = { type: "oidc", name: "Inside", domain: "second.example", client_id: "x", client_secret: "y" };
	for (const issuer of [
		"http://127.0.0.1:1",
		"https://127.0.0.1",
		"https://169.254.169.254",
		"https://localhost",
		"http://example.com",
	]) {
		const response = await world.call<{ detail: { message: string } }>("POST", "/v1/workspace/identity-providers", {
			...body,
			issuer,
		});
		expect(response.status, issuer).toBe(400);
		expect(response.body.detail.message).toMatch(/not a public address|begin with https/);
	}
});

test("disables the library's own endpoints for providers and domains", async () => {
	const cookie = await world.app.signIn(world.admin);
	for (const [method, path] of [
		["POST", "register"],
		["GET", "providers"],
		["GET", `get-provider?providerId=${providerId}`],
		["POST", "update-provider"],
		["POST", "delete-provider"],
		["POST", "request-domain-verification"],
		["POST", "verify-domain"],
	] as const) {
		const response = await fetch(`${world.app.url}/api/auth/sso/${path}`, {
			method,
			headers: { cookie, origin: world.app.url, "content-type": "application/json" },
			...(method === "POST" ? { body: JSON.stringify({ providerId }) } : {}),
		});
		expect(response.status, path).toBe(404);
	}
});
