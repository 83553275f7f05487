import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createApiKeyBody } from "@timbre/contract/developers/endpoints.ts";
import type { Permission } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useId, useState } from "react";
import { toaster } from "../../../lib/toaster.ts";
import type { KeySource, KeyValues, KeyView } from "../developers.queries.ts";
import { type Preset, permissionGroups, permissionsOf, presets, summarizePermissions } from "./key-permissions.ts";
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
	const form = useKeyForm(editing);
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
		return <SecretDialog title="Copy your API key" value={saving.data} onClose={onClose} />;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const values = form.check();
		if (values) saving.mutate(values);
	};
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
				<Field label="Name" hint="Describe what uses this key." error={form.errors.name}>
					{(control) => (
						<Input
							autoComplete="off"
							{...control}
							value={form.name}
							onChange={(event) => form.setName(event.target.value)}
						/>
					)}
				</Field>
				<PermissionsField form={form} held={editing?.permissions} />
				<Field
					label="Credit limit"
					hint="Credits per month. Requests over the limit are rejected. Leave empty for no limit."
					error={form.errors.character_limit}
				>
					{(control) => (
						<Input
							inputMode="numeric"
							autoComplete="off"
							placeholder="No limit"
							{...control}
							value={form.limit}
							onChange={(event) => form.setLimit(event.target.value)}
						/>
					)}
				</Field>
				<Field
					label="Allowed IP addresses"
					hint="One address or range per line, such as 203.0.113.7 or 10.0.0.0/24. Leave empty to allow all."
					error={form.errors.allowed_ips}
				>
					{(control) => (
						<Textarea
							rows={2}
							spellCheck={false}
							className="min-h-16 font-mono text-[13px]"
							{...control}
							value={form.ips}
							onChange={(event) => form.setIps(event.target.value)}
						/>
					)}
				</Field>
				{saving.error ? (
					<p role="alert" className="text-[13px] text-danger">
						{saving.error.message}
					</p>
				) : null}
			</form>
		</Dialog>
	);
}

/** The only time the secret is shown. */
export function SecretDialog({ title, value, onClose }: { title: string; value: string; onClose: () => void }) {
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
			<SecretField label="API key" value={value} />
		</Dialog>
	);
}

type KeyForm = ReturnType<typeof useKeyForm>;

function useKeyForm(editing: KeyView | undefined) {
	const [name, setName] = useState(editing?.name ?? "");
	const [preset, setPreset] = useState<Preset>(editing ? "kept" : "all");
	const [chosen, setChosen] = useState<readonly Permission[]>(editing?.permissions ?? ["text_to_speech"]);
	const [limit, setLimit] = useState(editing?.limit?.toString() ?? "");
	const [ips, setIps] = useState(editing?.allowedIps?.join("\n") ?? "");
	const [errors, setErrors] = useState<Record<string, string>>({});
	/** Validates with the contract's schema; sets field errors and returns undefined if invalid. */
	const check = (): KeyValues | undefined => {
		const lines = ips.split(/[\s,]+/).filter((line) => line !== "");
		const digits = limit.replaceAll(/[\s,.]/g, "");
		const parsed = createApiKeyBody.safeParse({
			name,
			permissions: permissionsOf(preset, chosen, editing?.permissions ?? []),
			character_limit: digits === "" ? null : Number(digits),
			allowed_ips: lines.length === 0 ? null : lines,
		});
		const issues = parsed.error?.issues ?? [];
		setErrors(Object.fromEntries(issues.map((issue) => [String(issue.path[0]), errorMessage(issue, lines)]).reverse()));
		if (!parsed.success) return undefined;
		const { permissions, character_limit = null, allowed_ips = null } = parsed.data;
		return { name: parsed.data.name, permissions, limit: character_limit, allowedIps: allowed_ips };
	};
	return { name, setName, preset, setPreset, chosen, setChosen, limit, setLimit, ips, setIps, errors, check };
}

function errorMessage(issue: { path: PropertyKey[]; message: string }, lines: readonly string[]): string {
	const [field, at] = issue.path;
	if (field === "character_limit") return "Enter a whole number, such as 10000.";
	return field === "allowed_ips" && typeof at === "number" ? `“${lines[at]}”: ${issue.message}` : issue.message;
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

function PermissionsField({ form, held }: { form: KeyForm; held: readonly Permission[] | undefined }) {
	const offered = presets.filter((preset) => preset !== (held ? "all" : "kept"));
	const toggle = (permission: Permission, on: boolean) =>
		form.setChosen(on ? [...form.chosen, permission] : form.chosen.filter((other) => other !== permission));
	return (
		<div className="flex flex-col gap-3">
			<Field label="Permissions" error={form.errors.permissions}>
				{({ id }) => (
					<Select
						id={id}
						value={form.preset}
						options={offered.map((preset) => ({
							value: preset,
							label: presetLabels[preset].label,
							detail: preset === "kept" ? summarizePermissions(held ?? []) : presetLabels[preset].detail,
						}))}
						onChange={(value) => form.setPreset(presets.find((preset) => preset === value) ?? "all")}
					/>
				)}
			</Field>
			{form.preset === "chosen"
				? permissionGroups.map((group) => (
						<fieldset key={group.title} className="rounded-card border border-line px-4 pt-1 pb-3">
							<legend className="px-1 font-medium text-[13px] text-muted">{group.title}</legend>
							<div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
								{group.options.map(({ permission, label }) => (
									<Checkbox
										key={permission}
										label={label}
										checked={form.chosen.includes(permission)}
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
