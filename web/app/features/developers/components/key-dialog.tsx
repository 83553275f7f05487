import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Permission } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select, type SelectOption } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { dateOf } from "../../../lib/text/format.ts";
import type { KeySource, KeyValues, KeyView, NewSecret } from "../developers.queries.ts";
import { type ExpiryChoice, expiresAt, expiryChoices, type KeyPermissions, keyForm } from "../model/key-form.ts";
import { type Preset, permissionGroups, presets, summarizePermissions } from "../model/key-permissions.ts";
import { SecretField } from "./secret-field.tsx";

type KeyDialogProps = {
	source: KeySource;
	/** The key to edit; omitted to create one. */
	editing?: KeyView;
	onClose: () => void;
};

/** Creates or edits a key. The secret of a new key is shown once, here. */
export function KeyDialog({ source, editing, onClose }: KeyDialogProps) {
	const queryClient = useQueryClient();
	const formId = useId();
	const held = editing?.permissions;
	const { register, control, handleSubmit, formState } = useForm({
		resolver: zodForm(keyForm(held ?? [])),
		defaultValues: {
			name: editing?.name ?? "",
			permissions: {
				preset: held ? ("kept" as const) : ("all" as const),
				chosen: [...(held ?? ["text_to_speech" as const])],
			},
			limit: editing?.limit?.toString() ?? "",
			allowedIps: editing?.allowedIps?.join("\n") ?? "",
			expiry: editing?.expiresAt ? ("kept" as const) : ("never" as const),
		},
	});
	const { errors } = formState;
	const saving = useMutation({
		mutationFn: async (values: KeyValues) => {
			if (!editing) return source.create(values);
			await source.edit(editing.id, values);
			return undefined;
		},
		onSuccess: async (secret) => {
			await queryClient.invalidateQueries({ queryKey: ["developers"] });
			if (secret !== undefined) return;
			toaster.show({ title: "API key updated", tone: "positive" });
			onClose();
		},
	});
	if (saving.data !== undefined)
		return <SecretDialog title="Copy your API key" secret={saving.data} onClose={onClose} />;
	const submit = handleSubmit(({ expiry, ...values }) => saving.mutate({ ...values, expiresAt: expiresAt(expiry) }));
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={editing ? `Edit “${editing.name}”` : "Create API key"}
			description={editing ? undefined : "Grant only the permissions your app needs."}
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						{editing ? "Save" : "Create key"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4 px-px pb-px">
				<Field label="Name" hint="Describe what uses this key." error={errors.name?.message}>
					{(ids) => <Input autoComplete="off" {...ids} {...register("name")} />}
				</Field>
				<Controller
					name="permissions"
					control={control}
					render={({ field }) => (
						<PermissionsField
							value={field.value}
							onChange={field.onChange}
							held={held}
							error={errors.permissions?.message}
						/>
					)}
				/>
				<Field
					label="Credit limit"
					hint="Credits per month. Requests over the limit are rejected. Leave empty for no limit."
					error={errors.limit?.message}
				>
					{(ids) => (
						<Input inputMode="numeric" autoComplete="off" placeholder="No limit" {...ids} {...register("limit")} />
					)}
				</Field>
				<Controller
					name="expiry"
					control={control}
					render={({ field }) => (
						<Field label="Expiry" hint="The key stops working at that time.">
							{({ id }) => (
								<Select
									id={id}
									value={field.value}
									options={expiryOptions(editing?.expiresAt)}
									onChange={(value) => field.onChange(value)}
								/>
							)}
						</Field>
					)}
				/>
				<Field
					label="Allowed IP addresses"
					hint="One address or range per line, such as 203.0.113.7 or 10.0.0.0/24. Leave empty to allow all."
					error={errors.allowedIps?.message}
				>
					{(ids) => (
						<Textarea
							rows={2}
							spellCheck={false}
							className="min-h-16 font-mono text-[13px]"
							{...ids}
							{...register("allowedIps")}
						/>
					)}
				</Field>
				{saving.error ? (
					<p role="alert" className="text-[13px] text-danger">
						{messageOf(saving.error)}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}

const expiryLabels: Record<Exclude<ExpiryChoice, "kept">, string> = {
	never: "Never",
	"7": "In 7 days",
	"30": "In 30 days",
	"90": "In 90 days",
	"365": "In 1 year",
};

function expiryOptions(current: number | null | undefined): SelectOption[] {
	return expiryChoices.flatMap((value): SelectOption[] => {
		if (value !== "kept") return [{ value, label: expiryLabels[value] }];
		return current ? [{ value, label: dateOf(current) }] : [];
	});
}

/** The only time the secret is shown. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: NewSecret; onClose: () => void }) {
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={title}
			description="You won't see it again. Store it somewhere safe."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<SecretField label="API key" value={secret.value} onShown={secret.onShown} />
		</Dialog>
	);
}

const presetLabels: Record<Preset, { label: string; detail: string }> = {
	all: { label: "Full access", detail: "Everything you can do in this workspace." },
	kept: { label: "Current permissions", detail: "" },
	speech: {
		label: "Speech only",
		detail: "Generate speech and view voices, models, dictionaries and remaining credits.",
	},
	read: { label: "Read only", detail: "View everything, without changing anything or using credits." },
	chosen: { label: "Custom", detail: "Choose individual permissions." },
};

type PermissionsFieldProps = {
	value: KeyPermissions;
	onChange: (value: KeyPermissions) => void;
	held: readonly Permission[] | undefined;
	error: string | undefined;
};

function PermissionsField({ value, onChange, held, error }: PermissionsFieldProps) {
	const { preset, chosen } = value;
	const offered = presets.filter((one) => one !== (held ? "all" : "kept"));
	const toggle = (permission: Permission, on: boolean) =>
		onChange({ ...value, chosen: on ? [...chosen, permission] : chosen.filter((other) => other !== permission) });
	return (
		<div className="flex flex-col gap-3">
			<Field label="Permissions" error={error}>
				{({ id }) => (
					<Select
						id={id}
						value={preset}
						options={offered.map((one) => ({
							value: one,
							label: presetLabels[one].label,
							detail: one === "kept" ? summarizePermissions(held ?? []) : presetLabels[one].detail,
						}))}
						onChange={(next) => onChange({ ...value, preset: presets.find((one) => one === next) ?? "all" })}
					/>
				)}
			</Field>
			{preset === "chosen"
				? permissionGroups.map((group) => (
						<fieldset key={group.title} className="rounded-card border border-line px-4 pt-1 pb-3">
							<legend className="px-1 font-medium text-[13px] text-muted">{group.title}</legend>
							<div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
								{group.options.map(({ permission, label }) => (
									<Checkbox
										key={permission}
										label={label}
										checked={chosen.includes(permission)}
										onChange={(on) => toggle(permission, on)}
									/>
								))}
							</div>
						</fieldset>
					))
				: null}
		</div>
	);
}
