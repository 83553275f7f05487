import type { Member } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useState } from "react";
import { count } from "../../../lib/format.ts";
import { useMemberChange } from "../workspace.queries.ts";
import { limitFault, readLimit } from "./limit.ts";

/** One member's limit in a line of a list. */
export function LimitForm({ member }: { member: Member }) {
	const change = useMemberChange("Usage limit saved");
	const initial = member.usage_limit === null ? "" : count(member.usage_limit);
	const [written, setWritten] = useState(initial);
	const [fault, setFault] = useState<string>();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const limit = readLimit(written);
		if (limit === undefined) return setFault(limitFault);
		change.mutate({ email: member.email, usage_limit: limit });
	};
	return (
		<form method="post" noValidate onSubmit={submit} className="flex w-full items-start gap-2 sm:w-auto">
			<Field label="Credits a month" error={fault} className="min-w-0 flex-1 sm:w-44 sm:flex-none">
				{(control) => (
					<Input
						{...control}
						aria-label={`Credits a month for ${member.name || member.email}`}
						inputMode="numeric"
						autoComplete="off"
						placeholder="No limit"
						value={written}
						onChange={(event) => {
							setWritten(event.target.value);
							setFault(undefined);
						}}
					/>
				)}
			</Field>
			<Button type="submit" className="mt-[26px]" busy={change.isPending} disabled={written.trim() === initial}>
				Save
				<span className="sr-only"> the limit of {member.name || member.email}</span>
			</Button>
		</form>
	);
}
