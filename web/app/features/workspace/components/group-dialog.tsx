import type { Feature } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useGroupSaving } from "../workspace.queries.ts";
import { FeaturePicker } from "./feature-picker.tsx";

const longest = 80;

type GroupDialogProps = { group: Group | null; everyone: ReadonlySet<Feature>; onClose: () => void };

/** A new group, or another name and other rights for one that is there. */
export function GroupDialog({ group, everyone, onClose }: GroupDialogProps) {
	const formId = useId();
	const saving = useGroupSaving();
	const [name, setName] = useState(group?.name ?? "");
	const [value, setValue] = useState<ReadonlySet<Feature>>(new Set(group?.permissions));
	const [tried, setTried] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (name.trim() === "") return;
		saving.mutate({ id: group?.id ?? null, name, permissions: [...value] }, { onSuccess: onClose });
	};
	const missing = tried && name.trim() === "" ? "Give the group a name." : undefined;
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={group ? "Edit group" : "Make a group"}
			description="Its members may what is switched on here, besides what all members may."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						{group ? "Save" : "Make group"}
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
							maxLength={longest}
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
