import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createApiKeyBody } from "@timbre/contract/developers.ts";
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
import { type Preset, presets, rightGroups, rightsOf, summary } from "./rights.ts";
import { ShownSecret } from "./shown-secret.tsx";

type KeyDialogProps = {
	source: KeySource;
	/** The key to change; without one, a new one is made. */
	editing?: KeyView;
	onClose: () => void;
};

/** Makes or changes a key. A new one is shown once, right here. */
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
			toaster.show({ title: "Key changed", tone: "positive" });
			onClose();
		},
	});
	if (saving.data !== undefined) return <SecretDialog title="Copy the key now" value={saving.data} onClose={onClose} />;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const values = form.check();
		if (values) saving.mutate(values);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={editing ? `Change “${editing.name}”` : "Create a key"}
			description={editing ? undefined : "Give it no more than the program needs that will use it."}
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
				<Field label="Name" hint="So that you know later what uses it." error={form.errors.name}>
					{(control) => (
						<Input
							autoComplete="off"
							{...control}
							value={form.name}
							onChange={(event) => form.setName(event.target.value)}
						/>
					)}
				</Field>
				<RightsField form={form} held={editing?.permissions} />
				<Field
					label="Credit limit"
					hint="Credits a month. A call that would go over it is refused. Empty: no limit of its own."
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
					label="Allowed addresses"
					hint="One address or network a line, as 203.0.113.7 or 10.0.0.0/24. Empty: it works from everywhere."
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

/** The only time anyone sees it. */
export function SecretDialog({ title, value, onClose }: { title: string; value: string; onClose: () => void }) {
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={title}
			description="It is not shown again. Keep it where you keep passwords."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<ShownSecret label="API key" value={value} />
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
	/** By the contract's own rules; undefined when something is wrong, which is then said at its field. */
	const check = (): KeyValues | undefined => {
		const lines = ips.split(/[\s,]+/).filter((line) => line !== "");
		const digits = limit.replaceAll(/[\s,.]/g, "");
		const parsed = createApiKeyBody.safeParse({
			name,
			permissions: rightsOf(preset, chosen, editing?.permissions ?? []),
			character_limit: digits === "" ? null : Number(digits),
			allowed_ips: lines.length === 0 ? null : lines,
		});
		const issues = parsed.error?.issues ?? [];
		setErrors(Object.fromEntries(issues.map((issue) => [String(issue.path[0]), saidOf(issue, lines)]).reverse()));
		if (!parsed.success) return undefined;
		const { permissions, character_limit = null, allowed_ips = null } = parsed.data;
		return { name: parsed.data.name, permissions, limit: character_limit, allowedIps: allowed_ips };
	};
	return { name, setName, preset, setPreset, chosen, setChosen, limit, setLimit, ips, setIps, errors, check };
}

function saidOf(issue: { path: PropertyKey[]; message: string }, lines: readonly string[]): string {
	const [field, at] = issue.path;
	if (field === "character_limit") return "Write a whole number, such as 10000.";
	return field === "allowed_ips" && typeof at === "number" ? `“${lines[at]}”: ${issue.message}` : issue.message;
}

const presetLabels: Record<Preset, { label: string; detail: string }> = {
	all: { label: "All rights", detail: "Whatever you may do in this workspace." },
	kept: { label: "As it is", detail: "" },
	speech: { label: "Speech only", detail: "Speak texts and see voices, models, dictionaries and the credits left." },
	read: { label: "Read only", detail: "See everything, change and spend nothing." },
	chosen: { label: "Choose", detail: "Each right by itself." },
};

function RightsField({ form, held }: { form: KeyForm; held: readonly Permission[] | undefined }) {
	const offered = presets.filter((preset) => preset !== (held ? "all" : "kept"));
	const toggle = (right: Permission, on: boolean) =>
		form.setChosen(on ? [...form.chosen, right] : form.chosen.filter((other) => other !== right));
	return (
		<div className="flex flex-col gap-3">
			<Field label="Rights" error={form.errors.permissions}>
				{({ id }) => (
					<Select
						id={id}
						value={form.preset}
						options={offered.map((preset) => ({
							value: preset,
							label: presetLabels[preset].label,
							detail: preset === "kept" ? summary(held ?? []) : presetLabels[preset].detail,
						}))}
						onChange={(value) => form.setPreset(presets.find((preset) => preset === value) ?? "all")}
					/>
				)}
			</Field>
			{form.preset === "chosen"
				? rightGroups.map((group) => (
						<fieldset key={group.title} className="rounded-card border border-line px-4 pt-1 pb-3">
							<legend className="px-1 font-medium text-[13px] text-muted">{group.title}</legend>
							<div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
								{group.rights.map(({ right, label }) => (
									<Checkbox
										key={right}
										label={label}
										checked={form.chosen.includes(right)}
										onChange={(on) => toggle(right, on)}
									/>
								))}
							</div>
						</fieldset>
					))
				: null}
		</div>
	);
}
