import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { count } from "../../../../lib/text/format.ts";
import { useUpdateMember } from "../../workspace.queries.ts";
import { limitField } from "../model/limit.ts";

const limitForm = z.object({ limit: limitField });

/** Edits how many credits a member can spend per period. */
export function LimitDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const formId = useId();
	const change = useUpdateMember("Usage limit saved");
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(limitForm),
		defaultValues: { limit: member.usage_limit === null ? "" : count(member.usage_limit) },
	});
	const submit = handleSubmit(({ limit }) =>
		change.mutate({ email: member.email, usage_limit: limit }, { onSuccess: onClose }),
	);
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
					error={formState.errors.limit?.message}
					className="px-px pb-px"
				>
					{(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...register("limit")} />}
				</Field>
			</form>
		</Dialog>
	);
}
