import type { Member } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { count } from "../../../lib/format.ts";
import { useMemberChange } from "../workspace.queries.ts";
import { limitFault, readLimit } from "./limit.ts";

/** How much of the workspace's credits one member may spend in a period. */
export function LimitDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const formId = useId();
	const change = useMemberChange("Usage limit saved");
	const [written, setWritten] = useState(member.usage_limit === null ? "" : count(member.usage_limit));
	const [fault, setFault] = useState<string>();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const limit = readLimit(written);
		if (limit === undefined) return setFault(limitFault);
		change.mutate({ email: member.email, usage_limit: limit }, { onSuccess: onClose });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Usage limit"
			description={`For ${member.name || member.email}. Calls beyond it are refused before they cost anything.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={change.isPending}>
						Save
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit}>
				<Field
					label="Credits a month"
					hint={
						member.character_count === null
							? "Leave it empty for no limit of their own."
							: `${count(member.character_count)} used in this period. Leave it empty for no limit of their own.`
					}
					error={fault}
					className="px-px pb-px"
				>
					{(control) => (
						<Input
							{...control}
							inputMode="numeric"
							autoComplete="off"
							value={written}
							onChange={(event) => {
								setWritten(event.target.value);
								setFault(undefined);
							}}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
