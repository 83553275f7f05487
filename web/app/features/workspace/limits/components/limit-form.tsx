import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { type FormEvent, useState } from "react";
import { count } from "../../../../lib/text/format.ts";
import { useUpdateMember } from "../../workspace.queries.ts";
import { limitError, parseLimit } from "../model/limit.ts";

/** Edits a member's usage limit inline. */
export function LimitForm({ member }: { member: Member }) {
	const change = useUpdateMember("Usage limit saved");
	const initial = member.usage_limit === null ? "" : count(member.usage_limit);
	const [value, setValue] = useState(initial);
	const [validationError, setValidationError] = useState<string>();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const limit = parseLimit(value);
		if (limit === undefined) return setValidationError(limitError);
		change.mutate({ email: member.email, usage_limit: limit });
	};
	return (
		<form method="post" noValidate onSubmit={submit} className="flex w-full items-start gap-2 sm:w-auto">
			<Field label="Credits per month" error={validationError} className="min-w-0 flex-1 sm:w-44 sm:flex-none">
				{(control) => (
					<Input
						{...control}
						aria-label={`Credits per month for ${member.name || member.email}`}
						inputMode="numeric"
						autoComplete="off"
						placeholder="No limit"
						value={value}
						onChange={(event) => {
							setValue(event.target.value);
							setValidationError(undefined);
						}}
					/>
				)}
			</Field>
			<Button type="submit" className="mt-[26px]" busy={change.isPending} disabled={value.trim() === initial}>
				Save
				<span className="sr-only"> limit for {member.name || member.email}</span>
			</Button>
		</form>
	);
}
