import type { Feature } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useSaveGroup } from "../workspace.queries.ts";
import { FeaturePicker } from "./feature-picker.tsx";

const maxNameLength = 80;

type GroupDialogProps = { group: Group | null; everyone: ReadonlySet<Feature>; onClose: () => void };

/** Creates a group, or edits the name and permissions of an existing one. */
export function GroupDialog({ group, everyone, onClose }: GroupDialogProps) {
	const formId = useId();
	const saving = useSaveGroup();
	const [name, setName] = useState(group?.name ?? "");
	const [value, setValue] = useState<ReadonlySet<Feature>>(new Set(group?.permissions));
	const [tried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (name.trim() === "") return;
		saving.mutate({ id: group?.id ?? null, name, permissions: [...value] }, { onSuccess: onClose });
	};
	const missing = tried && name.trim() === "" ? "Enter a name." : undefined;
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
				<Field label="Name" error={missing ?? saving.error?.message}>
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
				<FeaturePicker value={value} everyone={everyone} onChange={setValue} />
			</form>
		</Dialog>
	);
}
