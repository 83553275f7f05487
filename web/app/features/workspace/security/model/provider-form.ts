import type { IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { createIdentityProviderBody, updateIdentityProviderBody } from "@timbre/contract/workspace/sso-schemas.ts";
import { z } from "zod";

const fieldNames = [
	"name",
	"issuer",
	"client_id",
	"client_secret",
	"metadata_xml",
	"entity_id",
	"sso_url",
	"certificate",
	"email_attribute",
	"name_attribute",
] as const;
type FieldName = (typeof fieldNames)[number];
export type ProviderField = {
	key: FieldName;
	label: string;
	hint?: string;
	placeholder?: string;
	kind?: "secret" | "long";
};

const nameField: ProviderField = { key: "name", label: "Name", hint: "For example, “Company login”." };
const mappingFields: ProviderField[] = [
	{
		key: "email_attribute",
		label: "Email attribute",
		hint: "Defaults to “email”, or to the subject if there is no such attribute.",
	},
	{ key: "name_attribute", label: "Name attribute", hint: "Defaults to “displayName”." },
];

export const setupMethods = [
	{ value: "oidc", label: "OpenID Connect" },
	{ value: "metadata", label: "SAML with metadata" },
	{ value: "manual", label: "SAML, manual setup" },
] as const;
type SetupMethod = (typeof setupMethods)[number]["value"];

/** The fields to fill in for each way to set up a provider. */
export const newProviderFields: Record<SetupMethod, ProviderField[]> = {
	oidc: [
		nameField,
		{
			key: "issuer",
			label: "Issuer",
			placeholder: "https://id.example.com",
			hint: "We read the settings from this URL.",
		},
		{ key: "client_id", label: "Client ID" },
		{ key: "client_secret", label: "Client secret", hint: "Stored encrypted and never shown again.", kind: "secret" },
	],
	metadata: [
		nameField,
		{
			key: "metadata_xml",
			label: "Metadata XML",
			hint: "The XML file from your identity provider, with its entity ID, URL and certificate.",
			kind: "long",
		},
		...mappingFields,
	],
	manual: [
		nameField,
		{ key: "entity_id", label: "Entity ID", hint: "The ID of the identity provider." },
		{ key: "sso_url", label: "Sign-in URL", placeholder: "https://id.example.com/sso/saml" },
		{ key: "certificate", label: "Signing certificate", placeholder: "-----BEGIN CERTIFICATE-----", kind: "long" },
		...mappingFields,
	],
};

const unchanged = "Leave empty to keep the current one.";

/** The fields of a provider that can be changed. */
export const editableFields: Record<IdentityProvider["config"]["type"], ProviderField[]> = {
	oidc: [
		nameField,
		{ key: "client_id", label: "Client ID" },
		{ key: "client_secret", label: "New client secret", hint: unchanged, kind: "secret" },
	],
	saml: [
		nameField,
		{ key: "metadata_xml", label: "New metadata XML", hint: unchanged, kind: "long" },
		{
			key: "certificate",
			label: "New signing certificate",
			hint: `Only for a manual setup. ${unchanged}`,
			kind: "long",
		},
		...mappingFields,
	],
};

const texts = z.object(
	Object.fromEntries(fieldNames.map((name) => [name, z.string()])) as Record<FieldName, z.ZodString>,
);
export type ProviderValues = z.output<typeof texts>;

export const emptyValues = Object.fromEntries(fieldNames.map((name) => [name, ""])) as ProviderValues;

export function valuesOf({ name, config }: IdentityProvider): ProviderValues {
	if (config.type === "oidc") return { ...emptyValues, name, client_id: config.client_id };
	const { email_attribute, name_attribute } = config;
	return { ...emptyValues, name, email_attribute: email_attribute ?? "", name_attribute: name_attribute ?? "" };
}

const required = "This field is required.";
const optional = new Set(mappingFields.map(({ key }) => key));

export const newProviderForm = texts
	.extend({ method: z.enum(setupMethods.map(({ value }) => value)), domain: z.string() })
	.transform(({ method, domain, ...values }, context) => {
		const filled = filledIn(newProviderFields[method], values);
		for (const { key } of newProviderFields[method])
			if (!optional.has(key) && !(key in filled)) context.addIssue({ code: "custom", path: [key], message: required });
		const type = method === "oidc" ? "oidc" : "saml";
		return checked(createIdentityProviderBody.safeParse({ type, domain, ...filled }), context);
	});

/** Submits only what differs from the current values. */
export function editProviderForm(provider: IdentityProvider) {
	const before = valuesOf(provider);
	return texts.transform((values, context) => {
		const filled = Object.entries(filledIn(editableFields[provider.config.type], values));
		const changed = Object.fromEntries(filled.filter(([key, value]) => value !== before[key as FieldName]));
		return checked(updateIdentityProviderBody.safeParse(changed), context);
	});
}

/** The trimmed values of these fields that are not empty. */
function filledIn(fields: readonly ProviderField[], values: ProviderValues): Partial<ProviderValues> {
	const filled = fields.map(({ key }) => [key, values[key].trim()] as const).filter(([, value]) => value !== "");
	return Object.fromEntries(filled);
}

function checked<Body>(result: z.ZodSafeParseResult<Body>, context: z.RefinementCtx): Body {
	if (result.success) return result.data;
	for (const { path, code, message } of result.error.issues)
		context.addIssue({ code: "custom", path, message: code === "invalid_type" ? required : message });
	return z.NEVER;
}
