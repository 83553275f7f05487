import { useMutation, useQueryClient } from "@tanstack/react-query";
import { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import {
	type Webhook,
	type WebhookEvent,
	webhookEvents,
	webhookEventTypes,
	webhookSettings,
} from "@timbre/contract/developers/webhooks.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../../lib/api.ts";
import { toaster } from "../../../lib/toaster.ts";
import { SecretField } from "./secret-field.tsx";

type WebhookDialogProps = { editing?: Webhook; onClose: () => void };
type Values = { name: string; url: string; events: WebhookEvent[]; retry: boolean };

/** Creates or edits a webhook. The secret of a new webhook is shown once, here. */
export function WebhookDialog({ editing, onClose }: WebhookDialogProps) {
	const queryClient = useQueryClient();
	const formId = useId();
	const [values, setValues] = useState<Values>({
		name: editing?.name ?? "",
		url: editing?.webhook_url ?? "",
		events: webhookEventTypes.filter((type) => !editing || editing.events.includes(type)),
		retry: editing?.retry_enabled ?? true,
	});
	const [errors, setErrors] = useState<Record<string, string>>({});
	const change = (part: Partial<Values>) => setValues({ ...values, ...part });
	const saving = useMutation({
		mutationFn: () => save(values, editing),
		onSuccess: async (secret) => {
			await queryClient.invalidateQueries({ queryKey: ["developers", "webhooks"] });
			if (secret !== undefined) return;
			toaster.show({ title: "Webhook updated", tone: "positive" });
			onClose();
		},
	});
	if (saving.data !== undefined) return <WebhookSecretDialog value={saving.data} onClose={onClose} />;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const { error } = webhookSettings.safeParse({ auth_type: "hmac", name: values.name, webhook_url: values.url });
		const found = Object.fromEntries((error?.issues ?? []).map((one) => [String(one.path[0]), one.message]).reverse());
		if (values.events.length === 0) found.events = "Select at least one event.";
		setErrors(found);
		if (Object.keys(found).length === 0) saving.mutate();
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={editing ? `Edit “${editing.name}”` : "Create webhook"}
			description={editing ? undefined : "Send events from this workspace to your endpoint."}
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						{editing ? "Save" : "Create webhook"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4 px-px pb-px">
				<Field label="Name" error={errors.name}>
					{(control) => (
						<Input
							autoComplete="off"
							{...control}
							value={values.name}
							onChange={(event) => change({ name: event.target.value })}
						/>
					)}
				</Field>
				<Field
					label="Endpoint URL"
					hint={editing ? "The URL can't be changed. Create another webhook instead." : "Must start with https://."}
					error={errors.webhook_url}
				>
					{(control) => (
						<Input
							type="url"
							inputMode="url"
							autoComplete="off"
							placeholder="https://example.com/hook"
							readOnly={editing !== undefined}
							{...control}
							value={values.url}
							onChange={(event) => change({ url: event.target.value })}
						/>
					)}
				</Field>
				<fieldset className="flex flex-col gap-2" aria-describedby={errors.events ? `${formId}-events` : undefined}>
					<legend className="mb-2 font-medium text-[13px]">Events</legend>
					{webhookEventTypes.map((type) => (
						<Checkbox
							key={type}
							label={webhookEvents[type]}
							checked={values.events.includes(type)}
							onChange={(on) =>
								change({ events: on ? [...values.events, type] : values.events.filter((other) => other !== type) })
							}
						/>
					))}
					{errors.events ? (
						<p id={`${formId}-events`} role="alert" className="text-[13px] text-danger">
							{errors.events}
						</p>
					) : null}
				</fieldset>
				<Checkbox label="Retry failed deliveries" checked={values.retry} onChange={(retry) => change({ retry })} />
				{saving.error ? (
					<p role="alert" className="text-[13px] text-danger">
						{saving.error.message}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}

/** Returns the secret of a new webhook. */
async function save({ name, url, events, retry }: Values, editing: Webhook | undefined): Promise<string | undefined> {
	if (!editing) {
		const settings = { auth_type: "hmac" as const, name, webhook_url: url, events };
		const created = await call(developersEndpoints.createWebhook, { body: { settings } });
		if (!retry) await update(created.webhook_id, { name, is_disabled: false, retry_enabled: false });
		return created.webhook_secret;
	}
	// Keep events that were subscribed through the API and have no checkbox here.
	const others = editing.events.filter((type) => !(type in webhookEvents)) as WebhookEvent[];
	await update(editing.webhook_id, {
		name,
		is_disabled: editing.is_disabled,
		retry_enabled: retry,
		events: [...events, ...others],
	});
	return undefined;
}

export function update(
	id: string,
	body: { name: string; is_disabled: boolean; retry_enabled?: boolean; events?: WebhookEvent[] },
) {
	return call(developersEndpoints.editWebhook, { params: { webhook_id: id }, body });
}

export function WebhookSecretDialog({ value, onClose }: { value: string; onClose: () => void }) {
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title="Copy the signing secret"
			description="Use it to verify that requests come from Timbre. You won't see it again."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<SecretField label="Secret" value={value} />
			<p className="mt-4 text-[13px] text-muted">
				Each request has the header <code className="font-mono">ElevenLabs-Signature</code>, which you can verify with{" "}
				<code className="font-mono">webhooks.constructEvent</code> in the SDKs.
			</p>
		</Dialog>
	);
}
