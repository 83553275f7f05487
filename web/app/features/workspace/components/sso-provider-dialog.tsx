import {
	createIdentityProviderBody,
	type IdentityProvider,
	updateIdentityProviderBody,
} from "@timbre/contract/workspace/sso.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useId, useState } from "react";
import { isApiError } from "../../../lib/api-error.ts";
import { useAddProvider, useUpdateProvider } from "../workspace.sso.queries.ts";

type Values = Record<string, string>;
type FieldSpec = { key: string; label: string; hint?: string; placeholder?: string; kind?: "secret" | "long" };

const nameField: FieldSpec = { key: "name", label: "Name", hint: "For example, “Company login”." };
const mappingFields: FieldSpec[] = [
	{
		key: "email_attribute",
		label: "Email attribute",
		hint: "Defaults to “email”, or to the subject if there is no such attribute.",
	},
	{ key: "name_attribute", label: "Name attribute", hint: "Defaults to “displayName”." },
];
const metadataField: FieldSpec = {
	key: "metadata_xml",
	label: "Metadata XML",
	hint: "The XML file from your identity provider, with its entity ID, URL and certificate.",
	kind: "long",
};
const manualFields: FieldSpec[] = [
	{ key: "sso_url", label: "Sign-in URL", placeholder: "https://id.example.com/sso/saml" },
	{ key: "certificate", label: "Signing certificate", placeholder: "-----BEGIN CERTIFICATE-----", kind: "long" },
];
const newFields: Record<string, FieldSpec[]> = {
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
	metadata: [nameField, metadataField, ...mappingFields],
	manual: [
		nameField,
		{ key: "entity_id", label: "Entity ID", hint: "The ID of the identity provider." },
		...manualFields,
		...mappingFields,
	],
};
const setupMethods = [
	{ value: "oidc", label: "OpenID Connect" },
	{ value: "metadata", label: "SAML with metadata" },
	{ value: "manual", label: "SAML, manual setup" },
];

type NewProviderDialogProps = {
	/** Verified domains without a provider. */
	domains: string[];
	onClose: () => void;
	onCreated: (provider: IdentityProvider) => void;
};

export function NewProviderDialog({ domains, onClose, onCreated }: NewProviderDialogProps) {
	const formId = useId();
	const adding = useAddProvider();
	const [method, setMethod] = useState("oidc");
	const [domain, setDomain] = useState(domains[0] ?? "");
	const [values, setValues] = useState<Values>({});
	const [errors, setErrors] = useState<Values>({});
	const fields = newFields[method] ?? [];
	const change = (next: Values) => {
		setValues(next);
		adding.reset();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const given = { type: method === "oidc" ? "oidc" : "saml", domain, ...nonEmptyValues(fields, values) };
		const checked = createIdentityProviderBody.safeParse(given);
		const missing = method === "oidc" ? {} : missingFields(fields, values);
		setErrors({ ...(checked.success ? {} : validationErrors(checked.error.issues)), ...missing });
		if (checked.success && Object.keys(missing).length === 0) adding.mutate(checked.data, { onSuccess: onCreated });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Add identity provider"
			description="After saving, you'll see the values to enter at your identity provider."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={adding.isPending}>
						Save
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field label="Type">
					{(control) => <Select id={control.id} value={method} options={setupMethods} onChange={setMethod} />}
				</Field>
				<Field label="Domain" hint="Users at exactly this domain sign in through it.">
					{(control) => (
						<Select
							id={control.id}
							value={domain}
							options={domains.map((one) => ({ value: one, label: one }))}
							onChange={setDomain}
						/>
					)}
				</Field>
				<Fields
					fields={fields}
					values={values}
					errors={{ ...errors, ...serverErrors(adding.error) }}
					onChange={change}
				/>
			</form>
		</Dialog>
	);
}

export function EditProvider({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
	const formId = useId();
	const changing = useUpdateProvider();
	const { config } = provider;
	const initial: Values = {
		name: provider.name,
		...(config.type === "oidc"
			? { client_id: config.client_id }
			: { email_attribute: config.email_attribute ?? "", name_attribute: config.name_attribute ?? "" }),
	};
	const [values, setValues] = useState<Values>(initial);
	const [errors, setErrors] = useState<Values>({});
	const change = (next: Values) => {
		setValues(next);
		changing.reset();
	};
	const unchanged = "Leave empty to keep the current one.";
	const fields: FieldSpec[] =
		config.type === "oidc"
			? [
					nameField,
					{ key: "client_id", label: "Client ID" },
					{ key: "client_secret", label: "New client secret", hint: unchanged, kind: "secret" },
				]
			: [
					nameField,
					{ key: "metadata_xml", label: "New metadata XML", hint: unchanged, kind: "long" },
					{
						key: "certificate",
						label: "New signing certificate",
						hint: `Only for a manual setup. ${unchanged}`,
						kind: "long",
					},
					...mappingFields,
				];
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const changed = Object.fromEntries(
			Object.entries(nonEmptyValues(fields, values)).filter(([key, value]) => value !== initial[key]),
		);
		const checked = updateIdentityProviderBody.safeParse(changed);
		setErrors(checked.success ? {} : validationErrors(checked.error.issues));
		if (!checked.success) return;
		if (Object.keys(changed).length === 0) onClose();
		else changing.mutate({ id: provider.identity_provider_id, body: checked.data }, { onSuccess: onClose });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={`Edit “${provider.name}”`}
			description="The issuer and domain can't be changed, because accounts are linked to them."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={changing.isPending}>
						Save
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Fields
					fields={fields}
					values={values}
					errors={{ ...errors, ...serverErrors(changing.error) }}
					onChange={change}
				/>
			</form>
		</Dialog>
	);
}

type FieldsProps = { fields: FieldSpec[]; values: Values; errors: Values; onChange: (values: Values) => void };

function Fields({ fields, values, errors, onChange }: FieldsProps) {
	return fields.map(({ key, label, hint, placeholder, kind }) => (
		<Field key={key} label={label} hint={hint} error={errors[key]}>
			{(control) => {
				const common = {
					...control,
					placeholder,
					autoComplete: "off",
					autoCapitalize: "none",
					spellCheck: false,
					value: values[key] ?? "",
				};
				const change = (value: string) => onChange({ ...values, [key]: value });
				return kind === "long" ? (
					<Textarea
						{...common}
						rows={4}
						className="font-mono text-[13px]"
						onChange={(event) => change(event.target.value)}
					/>
				) : (
					<Input
						{...common}
						// Keeps browsers from offering to save the secret as a password.
						type={kind === "secret" ? "password" : "text"}
						autoComplete={kind === "secret" ? "new-password" : "off"}
						onChange={(event) => change(event.target.value)}
					/>
				);
			}}
		</Field>
	));
}

/** The server's error for a field. Other errors appear only in the toast. */
function serverErrors(error: unknown): Values {
	const payload = isApiError(error)
		? (error.payload as { detail?: { param?: string; message?: string } } | null)
		: null;
	const detail = payload?.detail;
	return detail?.param && detail.message ? { [detail.param]: detail.message } : {};
}

/** The non-empty values of the visible fields. */
function nonEmptyValues(fields: FieldSpec[], values: Values): Values {
	return Object.fromEntries(
		fields.flatMap(({ key }) => {
			const value = values[key]?.trim() ?? "";
			return value === "" ? [] : [[key, value]];
		}),
	);
}

const optional = new Set(mappingFields.map(({ key }) => key));

function missingFields(fields: FieldSpec[], values: Values): Values {
	return Object.fromEntries(
		fields
			.filter(({ key }) => !optional.has(key) && !values[key]?.trim())
			.map(({ key }) => [key, "This field is required."]),
	);
}

function validationErrors(issues: { path: PropertyKey[]; code?: string; message: string }[]): Values {
	return Object.fromEntries(
		issues.map(({ path, code, message }) => [
			String(path[0]),
			code === "invalid_type" ? "This field is required." : message,
		]),
	);
}
