import { useQuery } from "@tanstack/react-query";
import type { Role } from "@timbre/contract/permissions.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { type FormEvent, useId, useState } from "react";
import { accessQuery, useServiceAccountMaking } from "../workspace.queries.ts";
import { roleOptions } from "./role-select.tsx";

const longest = 80;

export function ServiceAccountDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const { data: access } = useQuery(accessQuery);
	const making = useServiceAccountMaking();
	const [name, setName] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [tried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (name.trim() === "") return;
		making.mutate({ name, role }, { onSuccess: onClose });
	};
	const missing = tried && name.trim() === "" ? "Give the service account a name." : undefined;
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Make a service account"
			description="It can own keys and nothing else: there is no password to sign in with."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={making.isPending}>
						Make
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field
					label="Name"
					hint="What the program is, such as “Phone announcements”."
					error={missing ?? making.error?.message}
				>
					{(control) => (
						<Input
							{...control}
							autoComplete="off"
							maxLength={longest}
							value={name}
							onChange={(event) => setName(event.target.value)}
						/>
					)}
				</Field>
				<Field label="Role" hint="Each of its keys can be given less.">
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
