import { createKeyPair } from "@timbre/server/testing/certificate.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, redirectUrlOf } from "./browser.ts";
import {
	createSamlResponse,
	parseSamlRequest,
	type ResponseOptions,
	samlEntityId,
	samlMetadata,
	samlSignInUrl,
} from "./saml-idp.ts";
import { createWorld, type World } from "./world.ts";

const pair = createKeyPair("idp.company.example");
const foreign = createKeyPair("idp.evil.example");
let world: World;
let providerId: string;
let acs: string;
let serviceProvider: string;

beforeAll(async () => {
	world = await createWorld([]);
	await world.verifyDomain("company.example");
	const provider = await world.addProvider({
		type: "saml",
		name: "Company login",
		domain: "company.example",
		metadata_xml: samlMetadata(pair),
	});
	providerId = provider.identity_provider_id;
	acs = provider.redirect_uri;
	if (provider.config.type !== "saml") throw new Error("unexpected provider type");
	serviceProvider = await (await fetch(provider.config.metadata_url)).text();
});
afterAll(async () => world.stop());

type SamlForm = { SAMLResponse: string; RelayState: string };

/** Starts a sign-in and returns the form that the identity provider would have the browser post. */
async function prepare(browser: Browser, options: Partial<ResponseOptions> = {}, signer = pair): Promise<SamlForm> {
	const { id, relayState } = parseSamlRequest(await world.startSignIn(browser, providerId));
	const SAMLResponse = await createSamlResponse(signer, serviceProvider, id, {
		email: "grace@company.example",
		...options,
	});
	return { SAMLResponse, RelayState: relayState };
}

/** Posts the form cross-site, as from the identity provider's page, so without cookies. */
async function post(browser: Browser, form: SamlForm | { SAMLResponse: string }, to = acs): Promise<Response> {
	const response = await createBrowser().go(to, { form, origin: new URL(samlEntityId).origin });
	const next = redirectUrlOf(response);
	return next.pathname.endsWith("/take-up") ? browser.go(next.href) : response;
}

const edit = (encoded: string, change: (xml: string) => string) =>
	Buffer.from(change(Buffer.from(encoded, "base64").toString())).toString("base64");

async function expectEditedRejected(change: (xml: string) => string, message: RegExp): Promise<void> {
	const browser = createBrowser();
	const form = await prepare(browser);
	const SAMLResponse = edit(form.SAMLResponse, change);
	expect(SAMLResponse).not.toBe(form.SAMLResponse);
	await world.expectRejected(browser, await post(browser, { ...form, SAMLResponse }), message);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe("signing in", () => {
	test("WORKSPACE-024 through a SAML provider makes the user an editor and opens the workspace", async () => {
		const browser = createBrowser();
		const url = await world.startSignIn(browser, providerId);
		expect(url.startsWith(samlSignInUrl)).toBe(true);
		const { id, relayState, xml } = parseSamlRequest(url);
		expect(xml).toContain(acs);
		const SAMLResponse = await createSamlResponse(pair, serviceProvider, id, { email: "grace@company.example" });
		const response = await post(browser, { SAMLResponse, RelayState: relayState });
		expect(`${redirectUrlOf(response).pathname}${redirectUrlOf(response).search}`).toBe("/app");
		expect(await world.getUser(browser)).toMatchObject({
			email: "grace@company.example",
			workspace_id: world.admin.workspaceId,
		});
		const member = await world.app.db
			.selectFrom("workspace_member")
			.innerJoin("auth_user", "auth_user.id", "workspace_member.user_id")
			.select("role")
			.where("email", "=", "grace@company.example")
			.where("workspace_id", "=", world.admin.workspaceId)
			.execute();
		expect(member).toEqual([{ role: "editor" }]);
	});

	test("works with a manually entered provider and a replaced certificate", async () => {
		await world.verifyDomain("manual.example");
		const created = await world.addProvider({
			type: "saml",
			name: "Manual setup",
			domain: "manual.example",
			entity_id: samlEntityId,
			sso_url: samlSignInUrl,
			certificate: foreign.certificate,
		});
		const id = created.identity_provider_id;
		const renewed = await world.call("PATCH", `/v1/workspace/identity-providers/${id}`, {
			certificate: pair.certificate,
		});
		expect(renewed.status).toBe(200);
		const metadata = created.config.type === "saml" ? await (await fetch(created.config.metadata_url)).text() : "";
		const attempt = async (signer: typeof pair) => {
			const browser = createBrowser();
			const request = parseSamlRequest(await world.startSignIn(browser, id));
			const SAMLResponse = await createSamlResponse(signer, metadata, request.id, { email: "linus@manual.example" });
			await post(browser, { SAMLResponse, RelayState: request.relayState }, created.redirect_uri);
			return world.getUser(browser);
		};
		expect(await attempt(pair)).toMatchObject({ email: "linus@manual.example" });
		expect(await attempt(foreign), "the first certificate is no longer valid").toBeUndefined();
	});
});

describe("is rejected", () => {
	test.for<[string, Partial<ResponseOptions>, RegExp]>([
		["for another audience", { change: { Audience: "https://another-app.example" } }, /audience/i],
		[
			"after it has expired",
			{ change: { NotOnOrAfter: minutesAgo(10), NotBefore: minutesAgo(15) } },
			/Invalid SAML|expired/,
		],
		[
			"before it is valid",
			{ change: { NotBefore: minutesAgo(-30), NotOnOrAfter: minutesAgo(-40) } },
			/Invalid SAML|not yet/,
		],
		["whose confirmation has expired", { change: { ConfirmedUntil: minutesAgo(10) } }, /has expired/],
		["from another issuer", { change: { Issuer: "https://evil.example/saml" } }, /Invalid SAML/],
		["for another recipient", { change: { Acs: "https://another-app.example/acs" } }, /Recipient|Destination/],
		[
			"confirmed for a different request",
			{ change: { ConfirmedRequestId: "_of-somebody-else" } },
			/issued for a different request/,
		],
		["for an address of another domain", { email: "ceo@elsewhere.example" }, /sso_other_domain/],
		[
			"signed with an outdated algorithm",
			{ algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
			/outdated algorithm/,
		],
		[
			"without timestamps",
			{ rewrite: (xml) => xml.replace(/ NotBefore="[^"]*" NotOnOrAfter="[^"]*"/, "") },
			/timestamp|error/,
		],
		[
			"without an audience",
			{ rewrite: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "") },
			/audience/i,
		],
		[
			"without a request",
			{ rewrite: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, "") },
			/does not match a sign-in request/,
		],
	])("an assertion %s", async ([, options, message]) => {
		const browser = createBrowser();
		await world.expectRejected(browser, await post(browser, await prepare(browser, options)), message);
	});

	test("an assertion that was changed after it was signed", async () => {
		for (const change of [
			(xml: string) => xml.replace(">grace@company.example<", ">admin@company.example<"),
			(xml: string) => xml.replace("person-grace@company.example", "person-admin@company.example"),
		])
			await expectEditedRejected(change, /Invalid SAML/);
	});

	test("an assertion without a signature or with a foreign one", async () => {
		await expectEditedRejected((xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, ""), /Invalid SAML/);
		const forged = createBrowser();
		await world.expectRejected(forged, await post(forged, await prepare(forged, {}, foreign)), /Invalid SAML/);
	});

	test("an injected second assertion beside or around the signed one", async () => {
		const evil = (xml: string) =>
			(/<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "")
				.replace(/<ds:Signature.*<\/ds:Signature>/s, "")
				.replaceAll("grace@company.example", "admin@company.example")
				.replace(/ ID="[^"]*"/, ' ID="_evil"');
		const around = (xml: string) => `<samlp:Extensions>${evil(xml)}</samlp:Extensions></samlp:Response>`;
		for (const change of [
			(xml: string) => xml.replace("<saml:Assertion", `${evil(xml)}<saml:Assertion`),
			(xml: string) => xml.replace("</saml:Assertion>", `</saml:Assertion>${evil(xml)}`),
			(xml: string) => xml.replace("</samlp:Response>", around(xml)),
		])
			await expectEditedRejected(change, /assertions/);
	});

	test("an assertion that was used before, in any browser or for another request", async () => {
		const first = createBrowser();
		const form = await prepare(first);
		await post(first, form);
		expect(await world.getUser(first)).toMatchObject({ email: "grace@company.example" });
		const second = createBrowser();
		await world.expectRejected(second, await post(second, form), /error/);
		await world.expectRejected(second, await post(second, { SAMLResponse: form.SAMLResponse }), /error/);
		const { id, relayState } = parseSamlRequest(await world.startSignIn(second, providerId));
		const moved = edit(form.SAMLResponse, (xml) => xml.replace(/ InResponseTo="[^"]*"/, ` InResponseTo="${id}"`));
		await world.expectRejected(
			second,
			await post(second, { SAMLResponse: moved, RelayState: relayState }),
			/different request/,
		);
	});

	test("an assertion whose ID was used before, even for a pending request", async () => {
		const [first, second] = [createBrowser(), createBrowser()];
		const change = { AssertionId: "_the-same-twice" };
		await post(first, await prepare(first, { change }));
		expect(await world.getUser(first)).toMatchObject({ email: "grace@company.example" });
		await world.expectRejected(second, await post(second, await prepare(second, { change })), /already been used/);
	});

	test("a valid assertion that another browser requested", async () => {
		const [attacker, victim] = [createBrowser(), createBrowser()];
		const form = await prepare(attacker);
		await world.expectRejected(victim, await post(victim, form), /sso_other_browser/);
	});

	test("text that is not a SAML response or contains a DOCTYPE", async () => {
		const browser = createBrowser();
		const { RelayState } = await prepare(browser);
		for (const text of ["", "nonsense", "<a/>", '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>']) {
			const SAMLResponse = Buffer.from(text).toString("base64");
			await world.expectRejected(browser, await post(browser, { SAMLResponse, RelayState }), /error/);
		}
	});
});
