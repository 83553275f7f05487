import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, createBrowser, redirectUrlOf } from "./browser.ts";
import { type OidcIdp, startOidcIdp } from "./oidc-idp.ts";
import { createWorld, type World } from "./world.ts";

let idp: OidcIdp;
let world: World;
/** Another server, where only invited people can create an account. */
let closed: World;

const settings = () => ({
	OIDC_ISSUER: idp.origin,
	OIDC_CLIENT_ID: idp.clientId,
	OIDC_CLIENT_SECRET: idp.clientSecret,
	OIDC_NAME: "Example ID",
});

beforeAll(async () => {
	idp = await startOidcIdp();
	world = await createWorld([idp.origin], settings());
	closed = await createWorld([], { ...settings(), SIGN_UP: "invite" });
	for (const { app } of [world, closed]) idp.allow(`${app.publicUrl}/api/auth/callback/oidc`);
});
afterAll(async () => {
	await world.stop();
	await closed.stop();
	await idp.stop();
});

const start = (browser: Browser, body: Record<string, unknown>, at = world) =>
	browser.go(`${at.app.url}/api/auth/sign-in/social`, {
		origin: at.app.publicUrl,
		json: {
			provider: "oidc",
			callbackURL: "/app/home",
			newUserCallbackURL: "/app/sign-in?first=true",
			errorCallbackURL: "/app/sign-in",
			...body,
		},
	});

/** Signs in at the provider and returns the page that the product then opens. */
async function signIn(
	browser: Browser,
	email: string,
	body: Record<string, unknown> = {},
	at = world,
): Promise<string> {
	const response = await start(browser, body, at);
	const { url } = (await response.json()) as { url: string };
	const back = await idp.signIn(browser, url, email);
	const { pathname, searchParams } = redirectUrlOf(await browser.go(back.href));
	return `${pathname} ${searchParams.get("error") ?? [...searchParams.keys()].join()}`.trim();
}

const accountsOf = async (email: string, { app } = world) =>
	app.db
		.selectFrom("auth_account")
		.innerJoin("auth_user", "auth_user.id", "auth_account.user_id")
		.select(["provider_id", "access_token", "id_token", "auth_user.name", "image", "email_verified"])
		.where("email", "=", email)
		.execute();

test("creates an account from the sign-up page only, without the provider's tokens, and signs in to it again", async () => {
	const browser = createBrowser();
	const email = "ada@people.example";
	expect(await signIn(browser, email)).toBe("/app/sign-in signup_disabled");
	expect(await accountsOf(email)).toEqual([]);
	expect(await signIn(browser, email, { requestSignUp: true })).toBe("/app/sign-in first");
	expect(await world.getUser(browser)).toMatchObject({ email });
	const account = { provider_id: "oidc", access_token: null, id_token: null };
	const user = { name: "Ada of the Company", image: null, email_verified: true };
	expect(await accountsOf(email)).toEqual([{ ...account, ...user }]);
	const again = createBrowser();
	expect(await signIn(again, email)).toBe("/app/home");
	expect(await world.getUser(again)).toMatchObject({ email });
});

test("links a local account only if its address is verified", async () => {
	const user = await world.app.user();
	const browser = createBrowser();
	const verify = (verified: boolean) =>
		world.app.db.updateTable("auth_user").set({ email_verified: verified }).where("id", "=", user.userId).execute();
	await verify(false);
	expect(await signIn(browser, user.email)).toBe("/app/sign-in account_not_linked");
	expect(await world.getUser(browser)).toBeUndefined();
	await verify(true);
	expect(await signIn(browser, user.email)).toBe("/app/home");
	expect(await world.getUser(browser)).toMatchObject({ email: user.email });
});

test("rejects addresses that the provider hasn't verified, and disposable ones", async () => {
	const browser = createBrowser();
	const create = { requestSignUp: true };
	expect(await signIn(browser, "unverified@people.example", create)).toBe("/app/sign-in social_unverified_email");
	const user = await world.app.user();
	const email = `unverified-${user.email}`;
	await world.app.db.updateTable("auth_user").set({ email }).where("id", "=", user.userId).execute();
	expect(await signIn(createBrowser(), email, create)).toMatch(/account_not_linked|social_unverified_email/);
	expect(await signIn(createBrowser(), "ada@mailinator.com", create)).toBe("/app/sign-in social_email_not_allowed");
	expect(await world.getUser(browser)).toBeUndefined();
});

test("doesn't replace the second factor of an account", async () => {
	const user = await world.app.user();
	await world.app.db
		.updateTable("auth_user")
		.set({ email_verified: true, two_factor_enabled: true })
		.where("id", "=", user.userId)
		.execute();
	const browser = createBrowser();
	expect(await signIn(browser, user.email)).toBe("/app/sign-in social_two_factor");
	expect(await world.getUser(browser)).toBeUndefined();
});

test("rejects users whose domain requires single sign-on", async () => {
	const { domain_verification_id: id } = await world.verifyDomain("strict.example");
	await world.addProvider({
		type: "oidc",
		name: "Strict login",
		domain: "strict.example",
		issuer: idp.origin,
		client_id: idp.clientId,
		client_secret: idp.clientSecret,
	});
	await world.app.db.updateTable("workspace_domain").set({ sso_required: true }).where("id", "=", id).execute();
	const create = { requestSignUp: true };
	expect(await signIn(createBrowser(), "ada@strict.example", create)).toBe("/app/sign-in social_sso_required");
});

test("applies the operator's rules for new accounts", async () => {
	const email = "guest@people.example";
	const create = { requestSignUp: true };
	expect(await signIn(createBrowser(), email, create, closed)).toBe("/app/sign-in social_sign_up_not_allowed");
	const invited = await closed.call<{ links: { url: string }[] }>("POST", "/v1/workspace/invites/add", { email });
	const code = new URL(invited.body.links[0]?.url ?? "").searchParams.get("code");
	const withInvite = { ...create, additionalData: { invite_code: code } };
	expect(await signIn(createBrowser(), "other@people.example", withInvite, closed)).toMatch(/sign_up_not_allowed/);
	expect(await signIn(createBrowser(), email, withInvite, closed)).toBe("/app/sign-in first");
});

test("rejects a response for another browser and pages on other sites", async () => {
	const [victim, thief] = [createBrowser(), createBrowser()];
	const { url } = (await (await start(thief, {})).json()) as { url: string };
	const back = await idp.signIn(thief, url, "ada@people.example");
	expect(redirectUrlOf(await victim.go(back.href)).searchParams.get("error")).toBe("state_mismatch");
	expect(await world.getUser(victim)).toBeUndefined();
	for (const body of [
		{ callbackURL: "https://evil.example" },
		{ newUserCallbackURL: "//evil.example" },
		{ idToken: { token: "made up" } },
		{ scopes: ["admin"] },
	]) {
		const response = await start(createBrowser(), body);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ detail: { message: expect.stringContaining("paths on this site") } });
	}
	expect((await start(createBrowser(), { provider: "github" })).status).toBe(404);
});

test("lists the providers that are set up", async () => {
	const response = await fetch(`${world.app.url}/v1/user/sign-up-rules`);
	expect(await response.json()).toMatchObject({ social_providers: [{ id: "oidc", name: "Example ID" }] });
});
