import type { IdentityProvider } from "@timbre/contract/workspace.sso.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { makePair } from "../../testing/certificate.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const path = "/v1/workspace/identity-providers";
async function call<T = IdentityProvider>(as: Pick<Person, "apiKey">, method: string, where = "", body?: unknown) {
	const answer = await fetch(`${app.url}${path}${where}`, {
		method,
		headers: {
			"xi-api-key": as.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: (await answer.json()) as T };
}

const certificate = makePair("idp.example").certificate.replaceAll(/-----.*-----|\s/g, "");
const metadata = (entityId: string) =>
	`<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

async function anOwner(domain: string): Promise<Person> {
	const admin = await app.person({ tier: "enterprise" });
	await app.db
		.insertInto("workspace_domain")
		.values({
			id: newId(),
			workspace_id: admin.workspaceId,
			domain,
			record_value: "seen",
			verified_at: new Date(),
		})
		.execute();
	return admin;
}
const saml = (domain: string, extra: Record<string, unknown> = {}) => ({
	type: "saml",
	name: "Company",
	domain,
	metadata_xml: metadata("https://idp.example/one"),
	...extra,
});
const find = async (email: string) => {
	const answer = await fetch(`${app.url}/v1/workspace/find-sso-provider?email=${encodeURIComponent(email)}`);
	return { status: answer.status, body: await answer.json() };
};

test("WORKSPACE-024 WORKSPACE-036 an identity provider is made, listed, renewed and deleted by an admin, each time written down", async () => {
	const admin = await anOwner("crud.example");
	const made = await call(admin, "POST", "", saml("crud.example"));
	expect(made).toMatchObject({
		status: 201,
		body: {
			name: "Company",
			domain: "crud.example",
			last_used_at_unix: null,
			config: { type: "saml", entity_id: "https://idp.example/one", email_attribute: "email" },
		},
	});
	const id = made.body.identity_provider_id;
	expect(made.body.redirect_uri).toBe(`${app.url}/api/auth/sso/saml2/sp/acs/${id}`);
	expect((await call(admin, "POST", "", saml("crud.example"))).status, "one a domain").toBe(409);
	const list = await call<{ identity_providers: IdentityProvider[] }>(admin, "GET");
	expect(list.body.identity_providers).toEqual([made.body]);
	const renamed = await call(admin, "PATCH", `/${id}`, { name: "New name", email_attribute: "mail" });
	expect(renamed.body).toMatchObject({ name: "New name", config: { email_attribute: "mail" } });
	const another = await call(admin, "PATCH", `/${id}`, { metadata_xml: metadata("https://idp.example/two") });
	expect(another.status, "who it is cannot change under the accounts").toBe(400);
	expect((await call(admin, "PATCH", `/${id}`, { client_secret: "x" })).status).toBe(400);
	expect((await call(admin, "DELETE", `/${id}`)).status).toBe(200);
	expect((await call(admin, "DELETE", `/${id}`)).status).toBe(404);
	const acts = await app.db
		.selectFrom("workspace_audit")
		.select(["activity", "target"])
		.where("workspace_id", "=", admin.workspaceId)
		.orderBy("id")
		.execute();
	expect(acts).toEqual(
		["create", "update", "delete"].map((act) => ({ activity: `${act}_identity_provider`, target: "crud.example" })),
	);
});

test("another workspace's provider does not exist for its neighbour", async () => {
	const [owner, neighbour] = [await anOwner("mine.example"), await anOwner("theirs.example")];
	const { body } = await call(owner, "POST", "", saml("mine.example"));
	const where = `/${body.identity_provider_id}`;
	expect((await call(neighbour, "PATCH", where, { name: "Taken" })).status).toBe(404);
	expect((await call(neighbour, "DELETE", where)).status).toBe(404);
	expect((await call(neighbour, "POST", "", saml("mine.example"))).status, "nor can a domain of others be used").toBe(
		400,
	);
	const list = await call<{ identity_providers: IdentityProvider[] }>(owner, "GET");
	expect(list.body.identity_providers).toMatchObject([{ name: "Company" }]);
});

test("what is kept about a provider cannot be read in the database", async () => {
	const admin = await anOwner("sealed.example");
	const { body } = await call(admin, "POST", "", saml("sealed.example"));
	const row = await app.db
		.selectFrom("auth_sso_provider")
		.selectAll()
		.where("id", "=", body.identity_provider_id)
		.executeTakeFirstOrThrow();
	expect(row.saml_config).toMatch(/^v1\.[\w-]+$/);
	expect(Buffer.from(row.saml_config?.slice(3) ?? "", "base64url").toString("latin1")).not.toContain("idp.example");
	expect((await fetch(`${app.url}/api/auth/sso/saml2/sp/metadata?providerId=${row.id}`)).status).toBe(200);
	await app.db
		.updateTable("auth_sso_provider")
		.set({ saml_config: JSON.stringify({ planted: true }) })
		.where("id", "=", row.id)
		.execute();
	const planted = await fetch(`${app.url}/api/auth/sso/saml2/sp/metadata?providerId=${row.id}`);
	expect(planted.status, "and what was not sealed is not believed").toBe(500);
	expect(await planted.text()).not.toContain("planted");
});

test("WORKSPACE-023 the provider for an address is found by its domain alone, and for none the answer has the same shape", async () => {
	const admin = await anOwner("found.example");
	const { body } = await call(admin, "POST", "", saml("found.example"));
	expect(await find("Anybody@Found.example")).toEqual({
		status: 200,
		body: { provider_id: body.identity_provider_id, name: "Company", required: false },
	});
	const none = { status: 200, body: { provider_id: null, name: null, required: false } };
	expect(await find(admin.email)).toEqual(none);
	expect(await find("x@nowhere.example")).toEqual(none);
	expect(await find("x@sub.found.example"), "a domain below is another domain").toEqual(none);
	expect((await find("not an address")).status).toBe(422);
	await app.db.updateTable("workspace").set({ tier: "pro" }).where("id", "=", admin.workspaceId).execute();
	expect(await find("anybody@found.example"), "nor does a plan without single sign-on").toEqual(none);
});

test("WORKSPACE-020 a plan without single sign-on gets no provider", async () => {
	const admin = await anOwner("plan.example");
	for (const tier of ["free", "pro", "scale_2024_08_10"]) {
		await app.db.updateTable("workspace").set({ tier }).where("id", "=", admin.workspaceId).execute();
		expect(await call(admin, "POST", "", saml("plan.example"))).toMatchObject({
			status: 403,
			body: { detail: { code: "only_for_higher_plan" } },
		});
	}
	await app.db.updateTable("workspace").set({ tier: "trial" }).where("id", "=", admin.workspaceId).execute();
	expect((await call(admin, "POST", "", saml("plan.example"))).status).toBe(201);
});

test("metadata that is none, brings definitions, or has no certificate is refused with words", async () => {
	const admin = await anOwner("metadata.example");
	for (const metadata_xml of [
		"hello",
		"<a/>",
		`<!DOCTYPE x [<!ENTITY y "z">]>${metadata("https://idp.example")}`,
		metadata("https://idp.example").replaceAll("X509Certificate", "Nothing"),
		metadata("https://idp.example").replace(certificate.slice(0, 40), "broken"),
	]) {
		const answer = await call<{ detail: { code: string; param: string } }>(
			admin,
			"POST",
			"",
			saml("metadata.example", { metadata_xml }),
		);
		expect(answer, metadata_xml.slice(0, 30)).toMatchObject({
			status: 400,
			body: { detail: { code: "invalid_request", param: "metadata_xml" } },
		});
	}
	const byHand = { metadata_xml: undefined, entity_id: "https://idp.example", sso_url: "https://idp.example/in" };
	expect((await call(admin, "POST", "", saml("metadata.example", { ...byHand, certificate: "not one" }))).status).toBe(
		400,
	);
	expect((await call(admin, "POST", "", saml("metadata.example", byHand))).status).toBe(400);
	const script = { ...byHand, sso_url: "javascript:alert(1)", certificate: "x" };
	expect((await call(admin, "POST", "", saml("metadata.example", script))).status).toBe(422);
});

test("an address for signing in that is no web address is never handed to a page", async () => {
	const admin = await anOwner("script.example");
	const metadata_xml = metadata("https://idp.example").replace("https://idp.example/sign-in", "javascript:alert(1)//");
	const { status, body } = await call(admin, "POST", "", saml("script.example", { metadata_xml }));
	expect(status).toBe(201);
	const answer = await fetch(`${app.url}/api/auth/sign-in/sso`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url },
		body: JSON.stringify({ providerId: body.identity_provider_id, callbackURL: "/app" }),
	});
	expect(answer.status).toBe(400);
	expect(await answer.text()).not.toContain("javascript:");
});
