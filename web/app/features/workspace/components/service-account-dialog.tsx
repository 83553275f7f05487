import { useQuery } from "@tanstack/react-query";
import { roles } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { accessQuery, useCreateServiceAccount } from "../workspace.queries.ts";
import { roleOptions } from "./role-select.tsx";

const maxNameLength = 80;
const accountForm = z.object({ name: z.string().trim().min(1, "Enter a name."), role: z.enum(roles) });

export function ServiceAccountDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const { data: access } = useQuery(accessQuery);
	const creating = useCreateServiceAccount();
	const { register, control, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(accountForm),
		defaultValues: { name: "", role: "editor" as const },
	});
	const submit = handleSubmit((account) =>
		creating.mutate(account, {
			onSuccess: onClose,
			onError: (error) => setError("name", { message: messageOf(error) }),
		}),
	);
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Create service account"
			description="A service account owns API keys. No one can sign in as it."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={creating.isPending}>
						Create service account
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field
					label="Name"
					hint="The program that uses it, such as “Phone announcements”."
					error={formState.errors.name?.message}
				>
					{(ids) => <Input {...ids} autoComplete="off" maxLength={maxNameLength} {...register("name")} />}
				</Field>
				<Controller
					name="role"
					control={control}
					render={({ field }) => (
						<Field label="Role" hint="You can give each of its API keys fewer permissions.">
							{({ id }) => (
								<Select
									id={id}
									value={field.value}
									options={access?.can_access_workspace_settings ? roleOptions : roleOptions.slice(0, 1)}
									onChange={field.onChange}
								/>
							)}
						</Field>
					)}
				/>
			</form>
		</Dialog>
	);
}
