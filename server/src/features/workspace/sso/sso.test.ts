import type { IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { newId } from "../../../core/ids.ts";
import { createKeyPair } from "../../../testing/certificate.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const path = "/v1/workspace/identity-providers";
async function call<T = IdentityProvider>(as: Pick<SeedUser, "apiKey">, method: string, where = "", body?: unknown) {
	const response = await fetch(`${app.url}${path}${where}`, {
		method,
		headers: {
			"xi-api-key": as.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T };
}

const certificate = createKeyPair("idp.example").certificate.replaceAll(/-----.*-----|\s/g, "");
const metadata = (entityId: string) =>
	`<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

async function anOwner(domain: string): Promise<SeedUser> {
	const admin = await app.user({ tier: "enterprise" });
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
	const response = await fetch(`${app.url}/v1/workspace/find-sso-provider?email=${encodeURIComponent(email)}`);
	return { status: response.status, body: await response.json() };
};

test("WORKSPACE-024 WORKSPACE-036 lets an admin create, list, update and delete an identity provider and audits each change", async () => {
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
	expect((await call(admin, "POST", "", saml("crud.example"))).status, "one per domain").toBe(409);
	const list = await call<{ identity_providers: IdentityProvider[] }>(admin, "GET");
	expect(list.body.identity_providers).toEqual([made.body]);
	const renamed = await call(admin, "PATCH", `/${id}`, { name: "New name", email_attribute: "mail" });
	expect(renamed.body).toMatchObject({ name: "New name", config: { email_attribute: "mail" } });
	const another = await call(admin, "PATCH", `/${id}`, { metadata_xml: metadata("https://idp.example/two") });
	expect(another.status, "the entity ID can't change").toBe(400);
	expect((await call(admin, "PATCH", `/${id}`, { client_secret: "x" })).status).toBe(400);
	expect((await call(admin, "DELETE", `/${id}`)).status).toBe(200);
	expect((await call(admin, "DELETE", `/${id}`)).status).toBe(404);
	const events = await app.db
		.selectFrom("workspace_audit")
		.select(["activity", "target"])
		.where("workspace_id", "=", admin.workspaceId)
		.orderBy("id")
		.execute();
	expect(events).toEqual(
		["create", "update", "delete"].map((verb) => ({ activity: `${verb}_identity_provider`, target: "crud.example" })),
	);
});

test("hides an identity provider from other workspaces", async () => {
	const [owner, neighbor] = [await anOwner("mine.example"), await anOwner("theirs.example")];
	const { body } = await call(owner, "POST", "", saml("mine.example"));
	const where = `/${body.identity_provider_id}`;
	expect((await call(neighbor, "PATCH", where, { name: "Taken" })).status).toBe(404);
	expect((await call(neighbor, "DELETE", where)).status).toBe(404);
	expect(
		(await call(neighbor, "POST", "", saml("mine.example"))).status,
		"a domain of another workspace can't be used",
	).toBe(400);
	const list = await call<{ identity_providers: IdentityProvider[] }>(owner, "GET");
	expect(list.body.identity_providers).toMatchObject([{ name: "Company" }]);
});

test("stores the identity provider configuration encrypted", async () => {
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
	expect(planted.status, "unencrypted configuration is rejected").toBe(500);
	expect(await planted.text()).not.toContain("planted");
});

test("WORKSPACE-023 finds the provider by email domain alone and returns the same shape if there is none", async () => {
	const admin = await anOwner("found.example");
	const { body } = await call(admin, "POST", "", saml("found.example"));
	expect(await find("Anybody@Found.example")).toEqual({
		status: 200,
		body: { provider_id: body.identity_provider_id, name: "Company", required: false },
	});
	const none = { status: 200, body: { provider_id: null, name: null, required: false } };
	expect(await find(admin.email)).toEqual(none);
	expect(await find("x@nowhere.example")).toEqual(none);
	expect(await find("x@sub.found.example"), "a subdomain is a different domain").toEqual(none);
	expect((await find("not an address")).status).toBe(422);
	await app.db.updateTable("workspace").set({ tier: "pro" }).where("id", "=", admin.workspaceId).execute();
	expect(await find("anybody@found.example"), "the plan has no single sign-on").toEqual(none);
});

test("WORKSPACE-020 rejects an identity provider on plans without single sign-on", async () => {
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

test("rejects metadata that is invalid, contains a DOCTYPE or has no certificate", async () => {
	const admin = await anOwner("metadata.example");
	for (const metadata_xml of [
		"hello",
		"<a/>",
		`<!DOCTYPE x [<!ENTITY y "z">]>${metadata("https://idp.example")}`,
		metadata("https://idp.example").replaceAll("X509Certificate", "Nothing"),
		metadata("https://idp.example").replace(certificate.slice(0, 40), "broken"),
	]) {
		const response = await call<{ detail: { code: string; param: string } }>(
			admin,
			"POST",
			"",
			saml("metadata.example", { metadata_xml }),
		);
		expect(response, metadata_xml.slice(0, 30)).toMatchObject({
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

test("never returns a sign-in URL that is not HTTP", async () => {
	const admin = await anOwner("script.example");
	const metadata_xml = metadata("https://idp.example").replace("https://idp.example/sign-in", "javascript:alert(1)//");
	const { status, body } = await call(admin, "POST", "", saml("script.example", { metadata_xml }));
	expect(status).toBe(201);
	const response = await fetch(`${app.url}/api/auth/sign-in/sso`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url },
		body: JSON.stringify({ providerId: body.identity_provider_id, callbackURL: "/app" }),
	});
	expect(response.status).toBe(400);
	expect(await response.text()).not.toContain("javascript:");
});
