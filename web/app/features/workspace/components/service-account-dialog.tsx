import { useQuery } from "@tanstack/react-query";
import type { Role } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { type FormEvent, useId, useState } from "react";
import { accessQuery, useCreateServiceAccount } from "../workspace.queries.ts";
import { roleOptions } from "./role-select.tsx";

const maxNameLength = 80;

export function ServiceAccountDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const { data: access } = useQuery(accessQuery);
	const creating = useCreateServiceAccount();
	const [name, setName] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [tried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (name.trim() === "") return;
		creating.mutate({ name, role }, { onSuccess: onClose });
	};
	const missing = tried && name.trim() === "" ? "Enter a name." : undefined;
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
					error={missing ?? creating.error?.message}
				>
					{(control) => (
						<Input
							{...control}
							autoComplete="off"
							maxLength={maxNameLength}
							value={name}
							onChange={(event) => setName(event.target.value)}
						/>
					)}
				</Field>
				<Field label="Role" hint="You can give each of its API keys fewer permissions.">
					{(control) => (
						<Select
							id={control.id}
							value={role}
							options={access?.can_access_workspace_settings ? roleOptions : roleOptions.slice(0, 1)}
							onChange={(value) => setRole(value as Role)}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
