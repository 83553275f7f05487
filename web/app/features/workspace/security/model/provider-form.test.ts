import type { IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { expect, test } from "vitest";
import { editProviderForm, emptyValues, newProviderForm, valuesOf } from "./provider-form.ts";

const newProvider = { ...emptyValues, method: "oidc" as const, domain: "example.com" };
const errorsOf = (values: object) =>
	newProviderForm
		.safeParse({ ...newProvider, ...values })
		.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("submits the fields of the chosen method and drops the others", () => {
	const values = {
		...newProvider,
		name: " Login ",
		issuer: "https://id.example.com",
		client_id: "a",
		client_secret: "b",
	};
	expect(newProviderForm.parse({ ...values, entity_id: "left over" })).toEqual({
		type: "oidc",
		domain: "example.com",
		name: "Login",
		issuer: "https://id.example.com",
		client_id: "a",
		client_secret: "b",
	});
	expect(newProviderForm.parse({ ...newProvider, method: "metadata", name: "Login", metadata_xml: "<x/>" })).toEqual({
		type: "saml",
		domain: "example.com",
		name: "Login",
		metadata_xml: "<x/>",
	});
});

test("names each missing or invalid field, and does not require the attributes", () => {
	expect(errorsOf({ name: "Login", issuer: "id.example.com" })).toEqual(
		expect.arrayContaining([
			"client_id: This field is required.",
			"client_secret: This field is required.",
			"issuer: Enter a URL that begins with https://.",
		]),
	);
	expect(errorsOf({ method: "manual", name: "Login", entity_id: "a", certificate: "b" })).toEqual([
		"sso_url: This field is required.",
	]);
});

test("an edit submits only what changed", () => {
	const provider = {
		name: "Login",
		config: { type: "saml", email_attribute: "mail", name_attribute: null },
	} as unknown as IdentityProvider;
	const form = editProviderForm(provider);
	expect(form.parse(valuesOf(provider))).toEqual({});
	expect(form.parse({ ...valuesOf(provider), email_attribute: "email", certificate: "c" })).toEqual({
		email_attribute: "email",
		certificate: "c",
	});
});
