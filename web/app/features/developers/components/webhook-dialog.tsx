import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
	developersEndpoints,
	type Webhook,
	type WebhookEvent,
	webhookEvents,
	webhookEventTypes,
	webhookSettings,
} from "@timbre/contract/developers.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../../lib/api.ts";
import { toaster } from "../../../lib/toaster.ts";
import { ShownSecret } from "./shown-secret.tsx";

type WebhookDialogProps = { editing?: Webhook; onClose: () => void };
type Values = { name: string; url: string; events: WebhookEvent[]; retry: boolean };

/** Makes or changes a webhook. The secret of a new one is shown once, right here. */
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
			toaster.show({ title: "Webhook changed", tone: "positive" });
			onClose();
		},
	});
	if (saving.data !== undefined) return <WebhookSecretDialog value={saving.data} onClose={onClose} />;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const { error } = webhookSettings.safeParse({ auth_type: "hmac", name: values.name, webhook_url: values.url });
		const found = Object.fromEntries((error?.issues ?? []).map((one) => [String(one.path[0]), one.message]).reverse());
		if (values.events.length === 0) found.events = "Choose at least one event.";
		setErrors(found);
		if (Object.keys(found).length === 0) saving.mutate();
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={editing ? `Change “${editing.name}”` : "Create a webhook"}
			description={editing ? undefined : "We call an address of yours when something happens in this workspace."}
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
					label="Address"
					hint={editing ? "The address stays. For another one, make another webhook." : "It begins with https://."}
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
				<Checkbox
					label="Try again when it cannot be reached or fails"
					checked={values.retry}
					onChange={(retry) => change({ retry })}
				/>
				{saving.error ? (
					<p role="alert" className="text-[13px] text-danger">
						{saving.error.message}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}

/** Gives the secret of a new one. */
async function save({ name, url, events, retry }: Values, editing: Webhook | undefined): Promise<string | undefined> {
	if (!editing) {
		const settings = { auth_type: "hmac" as const, name, webhook_url: url, events };
		const made = await call(developersEndpoints.createWebhook, { body: { settings } });
		if (!retry) await update(made.webhook_id, { name, is_disabled: false, retry_enabled: false });
		return made.webhook_secret;
	}
	// Events that were asked for by a program and have no box here stay as they are.
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
			title="Copy the secret now"
			description="Your receiver checks with it that a call comes from here. It is not shown again."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<ShownSecret label="Secret" value={value} />
			<p className="mt-4 text-[13px] text-muted">
				Each call carries the header <code className="font-mono">ElevenLabs-Signature</code>, which{" "}
				<code className="font-mono">webhooks.constructEvent</code> of the SDKs checks.
			</p>
		</Dialog>
	);
}
