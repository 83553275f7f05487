import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhookEvents, webhookEventTypes } from "@timbre/contract/developers/rules.ts";
import { webhookSettings } from "@timbre/contract/developers/schemas.ts";
import type { Webhook } from "@timbre/contract/developers/webhooks.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { saveWebhook } from "../developers.webhooks.queries.ts";
import { SecretField } from "./secret-field.tsx";

type WebhookDialogProps = { editing?: Webhook; onClose: () => void };

const webhookForm = z.object({
	name: webhookSettings.shape.name,
	webhook_url: webhookSettings.shape.webhook_url,
	events: z.array(z.enum(webhookEventTypes)).min(1, "Select at least one event."),
	retry: z.boolean(),
});

/** Creates or edits a webhook. The secret of a new webhook is shown once, here. */
export function WebhookDialog({ editing, onClose }: WebhookDialogProps) {
	const queryClient = useQueryClient();
	const formId = useId();
	const { register, control, handleSubmit, formState } = useForm({
		resolver: zodForm(webhookForm),
		defaultValues: {
			name: editing?.name ?? "",
			webhook_url: editing?.webhook_url ?? "",
			events: webhookEventTypes.filter((type) => !editing || editing.events.includes(type)),
			retry: editing?.retry_enabled ?? true,
		},
	});
	const { errors } = formState;
	const saving = useMutation({
		mutationFn: (values: z.output<typeof webhookForm>) => saveWebhook(values, editing),
		onSuccess: async (secret) => {
			await queryClient.invalidateQueries({ queryKey: ["developers", "webhooks"] });
			if (secret !== undefined) return;
			toaster.show({ title: "Webhook updated", tone: "positive" });
			onClose();
		},
	});
	if (saving.data !== undefined) return <WebhookSecretDialog value={saving.data} onClose={onClose} />;
	const submit = handleSubmit((values) => saving.mutate(values));
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
				<Field label="Name" error={errors.name?.message}>
					{(ids) => <Input autoComplete="off" {...ids} {...register("name")} />}
				</Field>
				<Field
					label="Endpoint URL"
					hint={editing ? "The URL can't be changed. Create another webhook instead." : "Must start with https://."}
					error={errors.webhook_url?.message}
				>
					{(ids) => (
						<Input
							type="url"
							inputMode="url"
							autoComplete="off"
							placeholder="https://example.com/hook"
							readOnly={editing !== undefined}
							{...ids}
							{...register("webhook_url")}
						/>
					)}
				</Field>
				<fieldset className="flex flex-col gap-2" aria-describedby={errors.events ? `${formId}-events` : undefined}>
					<legend className="mb-2 font-medium text-[13px]">Events</legend>
					<Controller
						name="events"
						control={control}
						render={({ field: { value, onChange } }) => (
							<>
								{webhookEventTypes.map((type) => (
									<Checkbox
										key={type}
										label={webhookEvents[type]}
										checked={value.includes(type)}
										onChange={(on) => onChange(on ? [...value, type] : value.filter((other) => other !== type))}
									/>
								))}
							</>
						)}
					/>
					{errors.events ? (
						<p id={`${formId}-events`} role="alert" className="text-[13px] text-danger">
							{errors.events.message}
						</p>
					) : null}
				</fieldset>
				<Controller
					name="retry"
					control={control}
					render={({ field }) => (
						<Checkbox label="Retry failed deliveries" checked={field.value} onChange={field.onChange} />
					)}
				/>
				{saving.error ? (
					<p role="alert" className="text-[13px] text-danger">
						{messageOf(saving.error)}
					</p>
				) : null}
			</form>
		</Dialog>
	);
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
