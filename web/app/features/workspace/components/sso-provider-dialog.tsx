import {
	createIdentityProviderBody,
	type IdentityProvider,
	updateIdentityProviderBody,
} from "@timbre/contract/workspace.sso.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useId, useState } from "react";
import { isApiError } from "../../../lib/api-error.ts";
import { useProviderAdding, useProviderChange } from "../workspace.sso.queries.ts";

type Values = Record<string, string>;
type FieldSpec = { key: string; label: string; hint?: string; placeholder?: string; kind?: "secret" | "long" };

const nameField: FieldSpec = { key: "name", label: "Name", hint: "For yourselves, such as “Okta”." };
const mappingFields: FieldSpec[] = [
	{
		key: "email_attribute",
		label: "Attribute of the address",
		hint: "“email” unless you say otherwise; the subject, if there is none.",
	},
	{ key: "name_attribute", label: "Attribute of the name", hint: "“displayName” unless you say otherwise." },
];
const metadataField: FieldSpec = {
	key: "metadata_xml",
	label: "Metadata XML",
	hint: "The file your identity provider offers: it holds its name, address and certificate.",
	kind: "long",
};
const byHandFields: FieldSpec[] = [
	{ key: "sso_url", label: "Sign-in address", placeholder: "https://id.example.com/sso/saml" },
	{ key: "certificate", label: "Signing certificate", placeholder: "-----BEGIN CERTIFICATE-----", kind: "long" },
];
const newFields: Record<string, FieldSpec[]> = {
	oidc: [
		nameField,
		{
			key: "issuer",
			label: "Issuer",
			placeholder: "https://id.example.com",
			hint: "Its settings are read from there.",
		},
		{ key: "client_id", label: "Client ID" },
		{ key: "client_secret", label: "Client secret", hint: "Kept encrypted and never shown again.", kind: "secret" },
	],
	metadata: [nameField, metadataField, ...mappingFields],
	"by hand": [
		nameField,
		{ key: "entity_id", label: "Entity ID", hint: "What the identity provider calls itself." },
		...byHandFields,
		...mappingFields,
	],
};
const ways = [
	{ value: "oidc", label: "OpenID Connect" },
	{ value: "metadata", label: "SAML, by metadata" },
	{ value: "by hand", label: "SAML, by hand" },
];

type NewProviderDialogProps = {
	/** Verified ones without a provider. */
	domains: string[];
	onClose: () => void;
	onMade: (provider: IdentityProvider) => void;
};

export function NewProviderDialog({ domains, onClose, onMade }: NewProviderDialogProps) {
	const formId = useId();
	const adding = useProviderAdding();
	const [way, setWay] = useState("oidc");
	const [domain, setDomain] = useState(domains[0] ?? "");
	const [values, setValues] = useState<Values>({});
	const [faults, setFaults] = useState<Values>({});
	const fields = newFields[way] ?? [];
	const change = (next: Values) => {
		setValues(next);
		adding.reset();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const given = { type: way === "oidc" ? "oidc" : "saml", domain, ...filled(fields, values) };
		const checked = createIdentityProviderBody.safeParse(given);
		const missing = way === "oidc" ? {} : missingOf(fields, values);
		setFaults({ ...(checked.success ? {} : faultsOf(checked.error.issues)), ...missing });
		if (checked.success && Object.keys(missing).length === 0) adding.mutate(checked.data, { onSuccess: onMade });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Add an identity provider"
			description="What you enter at the other side is shown when it is saved."
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
				<Field label="Kind">
					{(control) => <Select id={control.id} value={way} options={ways} onChange={setWay} />}
				</Field>
				<Field label="Domain" hint="Addresses of exactly this domain come in through it.">
					{(control) => (
						<Select
							id={control.id}
							value={domain}
							options={domains.map((one) => ({ value: one, label: one }))}
							onChange={setDomain}
						/>
					)}
				</Field>
				<Fields fields={fields} values={values} faults={{ ...faults, ...refusalOf(adding.error) }} onChange={change} />
			</form>
		</Dialog>
	);
}

export function EditProvider({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
	const formId = useId();
	const changing = useProviderChange();
	const { config } = provider;
	const first: Values = {
		name: provider.name,
		...(config.type === "oidc"
			? { client_id: config.client_id }
			: { email_attribute: config.email_attribute ?? "", name_attribute: config.name_attribute ?? "" }),
	};
	const [values, setValues] = useState<Values>(first);
	const [faults, setFaults] = useState<Values>({});
	const change = (next: Values) => {
		setValues(next);
		changing.reset();
	};
	const unchanged = "Leave it empty to keep the one there is.";
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
						hint: `If you entered it by hand. ${unchanged}`,
						kind: "long",
					},
					...mappingFields,
				];
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const changed = Object.fromEntries(
			Object.entries(filled(fields, values)).filter(([key, value]) => value !== first[key]),
		);
		const checked = updateIdentityProviderBody.safeParse(changed);
		setFaults(checked.success ? {} : faultsOf(checked.error.issues));
		if (!checked.success) return;
		if (Object.keys(changed).length === 0) onClose();
		else changing.mutate({ id: provider.identity_provider_id, body: checked.data }, { onSuccess: onClose });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={`Edit “${provider.name}”`}
			description="Who it is and which domain it speaks for stay as they are: accounts hang on it."
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
					faults={{ ...faults, ...refusalOf(changing.error) }}
					onChange={change}
				/>
			</form>
		</Dialog>
	);
}

type FieldsProps = { fields: FieldSpec[]; values: Values; faults: Values; onChange: (values: Values) => void };

function Fields({ fields, values, faults, onChange }: FieldsProps) {
	return fields.map(({ key, label, hint, placeholder, kind }) => (
		<Field key={key} label={label} hint={hint} error={faults[key]}>
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
						// A browser must not offer to keep the secret as somebody's password.
						type={kind === "secret" ? "password" : "text"}
						autoComplete={kind === "secret" ? "new-password" : "off"}
						onChange={(event) => change(event.target.value)}
					/>
				);
			}}
		</Field>
	));
}

/** What the server refused, at the field it is about. What is about none of them is told by the toast alone. */
function refusalOf(error: unknown): Values {
	const payload = isApiError(error)
		? (error.payload as { detail?: { param?: string; message?: string } } | null)
		: null;
	const detail = payload?.detail;
	return detail?.param && detail.message ? { [detail.param]: detail.message } : {};
}

/** What was entered, of the fields that are shown. */
function filled(fields: FieldSpec[], values: Values): Values {
	return Object.fromEntries(
		fields.flatMap(({ key }) => {
			const value = values[key]?.trim() ?? "";
			return value === "" ? [] : [[key, value]];
		}),
	);
}

const optional = new Set(mappingFields.map(({ key }) => key));

function missingOf(fields: FieldSpec[], values: Values): Values {
	return Object.fromEntries(
		fields.filter(({ key }) => !optional.has(key) && !values[key]?.trim()).map(({ key }) => [key, "This is needed."]),
	);
}

function faultsOf(issues: { path: PropertyKey[]; code?: string; message: string }[]): Values {
	return Object.fromEntries(
		issues.map(({ path, code, message }) => [String(path[0]), code === "invalid_type" ? "This is needed." : message]),
	);
}
