import { type Feature, features } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { useSaveGroup } from "../../workspace.queries.ts";
import { FeaturePicker } from "./feature-picker.tsx";

const maxNameLength = 80;
const groupForm = z.object({
	name: z.string().trim().min(1, "Enter a name."),
	permissions: z.array(z.enum(features)),
});

type GroupDialogProps = { group: Group | null; everyone: ReadonlySet<Feature>; onClose: () => void };

/** Creates a group, or edits the name and permissions of an existing one. */
export function GroupDialog({ group, everyone, onClose }: GroupDialogProps) {
	const formId = useId();
	const saving = useSaveGroup();
	const { register, control, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(groupForm),
		defaultValues: { name: group?.name ?? "", permissions: group?.permissions ?? [] },
	});
	const submit = handleSubmit((values) =>
		saving.mutate(
			{ id: group?.id ?? null, ...values },
			{ onSuccess: onClose, onError: (error) => setError("name", { message: messageOf(error) }) },
		),
	);
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={group ? "Edit group" : "Create group"}
			description="Group members get these permissions in addition to those of all members."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						{group ? "Save" : "Create group"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-6 p-px">
				<Field label="Name" error={formState.errors.name?.message}>
					{(ids) => <Input {...ids} autoComplete="off" maxLength={maxNameLength} {...register("name")} />}
				</Field>
				<Controller
					name="permissions"
					control={control}
					render={({ field }) => (
						<FeaturePicker
							value={new Set(field.value)}
							everyone={everyone}
							onChange={(value) => field.onChange([...value])}
						/>
					)}
				/>
			</form>
		</Dialog>
	);
}
