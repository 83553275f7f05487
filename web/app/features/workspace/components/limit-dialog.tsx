import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { count } from "../../../lib/format.ts";
import { useUpdateMember } from "../workspace.queries.ts";
import { limitError, parseLimit } from "./limit.ts";

/** Edits how many credits a member can spend per period. */
export function LimitDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const formId = useId();
	const change = useUpdateMember("Usage limit saved");
	const [value, setValue] = useState(member.usage_limit === null ? "" : count(member.usage_limit));
	const [validationError, setValidationError] = useState<string>();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const limit = parseLimit(value);
		if (limit === undefined) return setValidationError(limitError);
		change.mutate({ email: member.email, usage_limit: limit }, { onSuccess: onClose });
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Usage limit"
			description={`For ${member.name || member.email}. Requests beyond the limit are rejected and not charged.`}
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
					label="Credits per month"
					hint={
						member.character_count === null
							? "Leave empty for no individual limit."
							: `${count(member.character_count)} used this period. Leave empty for no individual limit.`
					}
					error={validationError}
					className="px-px pb-px"
				>
					{(control) => (
						<Input
							{...control}
							inputMode="numeric"
							autoComplete="off"
							value={value}
							onChange={(event) => {
								setValue(event.target.value);
								setValidationError(undefined);
							}}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
