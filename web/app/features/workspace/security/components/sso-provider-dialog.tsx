import type { IdentityProvider } from "@timbre/contract/workspace/sso.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, type FieldErrors, type UseFormRegisterReturn, useForm } from "react-hook-form";
import { isApiError } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import {
	editableFields,
	editProviderForm,
	emptyValues,
	newProviderFields,
	newProviderForm,
	type ProviderField,
	type ProviderValues,
	setupMethods,
	valuesOf,
} from "../model/provider-form.ts";
import { useAddProvider, useUpdateProvider } from "../security.sso.queries.ts";

type NewProviderDialogProps = {
	/** Verified domains without a provider. */
	domains: string[];
	onClose: () => void;
	onCreated: (provider: IdentityProvider) => void;
};

export function NewProviderDialog({ domains, onClose, onCreated }: NewProviderDialogProps) {
	const formId = useId();
	const adding = useAddProvider();
	const { register, control, handleSubmit, formState, setError, watch } = useForm({
		resolver: zodForm(newProviderForm),
		defaultValues: { ...emptyValues, method: "oidc" as const, domain: domains[0] ?? "" },
	});
	const submit = handleSubmit((body) =>
		adding.mutate(body, {
			onSuccess: onCreated,
			onError: (error) => showServerError(error, (key, message) => setError(key, { message })),
		}),
	);
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
				<Controller
					name="method"
					control={control}
					render={({ field }) => (
						<Field label="Type">
							{({ id }) => <Select id={id} value={field.value} options={[...setupMethods]} onChange={field.onChange} />}
						</Field>
					)}
				/>
				<Controller
					name="domain"
					control={control}
					render={({ field }) => (
						<Field label="Domain" hint="Users at exactly this domain sign in through it.">
							{({ id }) => (
								<Select
									id={id}
									value={field.value}
									options={domains.map((one) => ({ value: one, label: one }))}
									onChange={field.onChange}
								/>
							)}
						</Field>
					)}
				/>
				<Fields fields={newProviderFields[watch("method")]} errors={formState.errors} register={register} />
			</form>
		</Dialog>
	);
}

export function EditProvider({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
	const formId = useId();
	const changing = useUpdateProvider();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(editProviderForm(provider)),
		defaultValues: valuesOf(provider),
	});
	const submit = handleSubmit((body) => {
		if (Object.keys(body).length === 0) return onClose();
		changing.mutate(
			{ id: provider.identity_provider_id, body },
			{
				onSuccess: onClose,
				onError: (error) => showServerError(error, (key, message) => setError(key, { message })),
			},
		);
	});
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
				<Fields fields={editableFields[provider.config.type]} errors={formState.errors} register={register} />
			</form>
		</Dialog>
	);
}

type FieldsProps = {
	fields: readonly ProviderField[];
	errors: FieldErrors<ProviderValues>;
	register: (name: keyof ProviderValues) => UseFormRegisterReturn;
};

function Fields({ fields, errors, register }: FieldsProps) {
	return fields.map(({ key, label, hint, placeholder, kind }) => (
		<Field key={key} label={label} hint={hint} error={errors[key]?.message}>
			{(control) => {
				const common = { ...control, placeholder, autoCapitalize: "none", spellCheck: false, ...register(key) };
				return kind === "long" ? (
					<Textarea {...common} autoComplete="off" rows={4} className="font-mono text-[13px]" />
				) : (
					<Input
						{...common}
						// Keeps browsers from offering to save the secret as a password.
						type={kind === "secret" ? "password" : "text"}
						autoComplete={kind === "secret" ? "new-password" : "off"}
					/>
				);
			}}
		</Field>
	));
}

/** Shows the server's error at its field. Other errors appear only in the toast. */
function showServerError(error: unknown, show: (key: keyof ProviderValues, message: string) => void): void {
	const payload = isApiError(error)
		? (error.payload as { detail?: { param?: string; message?: string } } | null)
		: null;
	const { param, message } = payload?.detail ?? {};
	if (param && param in emptyValues && message) show(param as keyof ProviderValues, message);
}
