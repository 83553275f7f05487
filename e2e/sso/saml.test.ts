import { makePair } from "@timbre/server/testing/certificate.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, placeOf } from "./browser.ts";
import { type Answer, answerSaml, readSamlRequest, samlEntityId, samlMetadata, samlSignInUrl } from "./saml-idp.ts";
import { createWorld, type World } from "./world.ts";

const pair = makePair("idp.company.example");
const foreign = makePair("idp.evil.example");
let world: World;
let providerId: string;
let acs: string;
let serviceProvider: string;

beforeAll(async () => {
	world = await createWorld([]);
	await world.ownDomain("company.example");
	const provider = await world.addProvider({
		type: "saml",
		name: "Company login",
		domain: "company.example",
		metadata_xml: samlMetadata(pair),
	});
	providerId = provider.identity_provider_id;
	acs = provider.redirect_uri;
	if (provider.config.type !== "saml") throw new Error("not what was asked for");
	serviceProvider = await (await fetch(provider.config.metadata_url)).text();
});
afterAll(async () => world.stop());

type Prepared = { SAMLResponse: string; RelayState: string };

/** Begins in a browser and gives what the identity provider would have it post. */
async function prepare(browser: Browser, answer: Partial<Answer> = {}, signer = pair): Promise<Prepared> {
	const { id, relayState } = readSamlRequest(await world.begin(browser, providerId));
	const SAMLResponse = await answerSaml(signer, serviceProvider, id, { email: "grace@company.example", ...answer });
	return { SAMLResponse, RelayState: relayState };
}

/** The form comes from the identity provider's page: a browser says so, and sends no cookie with it. */
async function post(browser: Browser, form: Prepared | { SAMLResponse: string }, to = acs): Promise<Response> {
	const answer = await createBrowser().go(to, { form, origin: new URL(samlEntityId).origin });
	const place = placeOf(answer);
	return place.pathname.endsWith("/take-up") ? browser.go(place.href) : answer;
}

const edit = (encoded: string, change: (xml: string) => string) =>
	Buffer.from(change(Buffer.from(encoded, "base64").toString())).toString("base64");

async function expectEditedRefused(change: (xml: string) => string, words: RegExp): Promise<void> {
	const browser = createBrowser();
	const form = await prepare(browser);
	const SAMLResponse = edit(form.SAMLResponse, change);
	expect(SAMLResponse).not.toBe(form.SAMLResponse);
	await world.expectRefused(browser, await post(browser, { ...form, SAMLResponse }), words);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe("signing in", () => {
	test("WORKSPACE-024 through a SAML provider makes the person an editor of the workspace and lets them in there", async () => {
		const browser = createBrowser();
		const url = await world.begin(browser, providerId);
		expect(url.startsWith(samlSignInUrl)).toBe(true);
		const { id, relayState, xml } = readSamlRequest(url);
		expect(xml).toContain(acs);
		const SAMLResponse = await answerSaml(pair, serviceProvider, id, { email: "grace@company.example" });
		const answer = await post(browser, { SAMLResponse, RelayState: relayState });
		expect(`${placeOf(answer).pathname}${placeOf(answer).search}`).toBe("/app");
		expect(await world.whoIs(browser)).toMatchObject({
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

	test("works with a provider that was entered by hand, and with the certificate that took the place of its first", async () => {
		await world.ownDomain("byhand.example");
		const made = await world.addProvider({
			type: "saml",
			name: "By hand",
			domain: "byhand.example",
			entity_id: samlEntityId,
			sso_url: samlSignInUrl,
			certificate: foreign.certificate,
		});
		const id = made.identity_provider_id;
		const renewed = await world.call("PATCH", `/v1/workspace/identity-providers/${id}`, {
			certificate: pair.certificate,
		});
		expect(renewed.status).toBe(200);
		const metadata = made.config.type === "saml" ? await (await fetch(made.config.metadata_url)).text() : "";
		const attempt = async (signer: typeof pair) => {
			const browser = createBrowser();
			const request = readSamlRequest(await world.begin(browser, id));
			const SAMLResponse = await answerSaml(signer, metadata, request.id, { email: "linus@byhand.example" });
			await post(browser, { SAMLResponse, RelayState: request.relayState }, made.redirect_uri);
			return world.whoIs(browser);
		};
		expect(await attempt(pair)).toMatchObject({ email: "linus@byhand.example" });
		expect(await attempt(foreign), "the first certificate is good no more").toBeUndefined();
	});
});

describe("is refused", () => {
	test.for<[string, Partial<Answer>, RegExp]>([
		["for another audience", { change: { Audience: "https://another-app.example" } }, /audience/i],
		[
			"after it has expired",
			{ change: { NotOnOrAfter: minutesAgo(10), NotBefore: minutesAgo(15) } },
			/Invalid SAML|expired/,
		],
		[
			"before it is good",
			{ change: { NotBefore: minutesAgo(-30), NotOnOrAfter: minutesAgo(-40) } },
			/Invalid SAML|not yet/,
		],
		["whose confirmation has expired", { change: { ConfirmedUntil: minutesAgo(10) } }, /has expired/],
		["of another issuer", { change: { Issuer: "https://evil.example/saml" } }, /Invalid SAML/],
		["meant for another address", { change: { Acs: "https://another-app.example/acs" } }, /Recipient|Destination/],
		[
			"confirmed for another request",
			{ change: { ConfirmedRequestId: "_of-somebody-else" } },
			/made for another request/,
		],
		["for an address of another domain", { email: "ceo@elsewhere.example" }, /sso_other_domain/],
		[
			"signed with an outdated algorithm",
			{ algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
			/outdated algorithm/,
		],
		[
			"without any time",
			{ rewrite: (xml) => xml.replace(/ NotBefore="[^"]*" NotOnOrAfter="[^"]*"/, "") },
			/timestamp|error/,
		],
		[
			"without an audience",
			{ rewrite: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "") },
			/audience/i,
		],
		[
			"that answers no request",
			{ rewrite: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, "") },
			/no request of ours/,
		],
	])("an assertion %s", async ([, answer, words]) => {
		const browser = createBrowser();
		await world.expectRefused(browser, await post(browser, await prepare(browser, answer)), words);
	});

	test("an assertion that was changed after it was signed", async () => {
		for (const change of [
			(xml: string) => xml.replace(">grace@company.example<", ">admin@company.example<"),
			(xml: string) => xml.replace("person-grace@company.example", "person-admin@company.example"),
		])
			await expectEditedRefused(change, /Invalid SAML/);
	});

	test("an assertion without a signature, or with somebody else's", async () => {
		await expectEditedRefused((xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, ""), /Invalid SAML/);
		const forged = createBrowser();
		await world.expectRefused(forged, await post(forged, await prepare(forged, {}, foreign)), /Invalid SAML/);
	});

	test("a second assertion smuggled in beside, or around, the signed one", async () => {
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
			await expectEditedRefused(change, /assertions/);
	});

	test("an assertion that was used before, in the same browser, in another, and for another request", async () => {
		const first = createBrowser();
		const form = await prepare(first);
		await post(first, form);
		expect(await world.whoIs(first)).toMatchObject({ email: "grace@company.example" });
		const second = createBrowser();
		await world.expectRefused(second, await post(second, form), /error/);
		await world.expectRefused(second, await post(second, { SAMLResponse: form.SAMLResponse }), /error/);
		const { id, relayState } = readSamlRequest(await world.begin(second, providerId));
		const moved = edit(form.SAMLResponse, (xml) => xml.replace(/ InResponseTo="[^"]*"/, ` InResponseTo="${id}"`));
		await world.expectRefused(
			second,
			await post(second, { SAMLResponse: moved, RelayState: relayState }),
			/another request/,
		);
	});

	test("an assertion whose id was used before, even for a request that is open", async () => {
		const [first, second] = [createBrowser(), createBrowser()];
		const change = { AssertionId: "_the-same-twice" };
		await post(first, await prepare(first, { change }));
		expect(await world.whoIs(first)).toMatchObject({ email: "grace@company.example" });
		await world.expectRefused(second, await post(second, await prepare(second, { change })), /already been used/);
	});

	test("a good assertion that another browser asked for", async () => {
		const [attacker, victim] = [createBrowser(), createBrowser()];
		const form = await prepare(attacker);
		await world.expectRefused(victim, await post(victim, form), /sso_other_browser/);
	});

	test("text that is no SAML response, or brings definitions", async () => {
		const browser = createBrowser();
		const { RelayState } = await prepare(browser);
		for (const text of ["", "nonsense", "<a/>", '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>']) {
			const SAMLResponse = Buffer.from(text).toString("base64");
			await world.expectRefused(browser, await post(browser, { SAMLResponse, RelayState }), /error/);
		}
	});
});
