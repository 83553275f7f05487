import type { Workspace } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { count } from "../../../../lib/text/format.ts";
import { useSetMemberLimits, useUpdateWorkspace } from "../../workspace.queries.ts";
import { limitField } from "../model/limit.ts";

const form = z.object({ limit: limitField });

/** The limit of new members, which can be applied to all members too. */
export function DefaultLimit({ workspace }: { workspace: Workspace }) {
	const saving = useUpdateWorkspace("Limit for new members saved");
	const applying = useSetMemberLimits();
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(form),
		defaultValues: { limit: workspace.default_usage_limit === null ? "" : count(workspace.default_usage_limit) },
	});
	const save = handleSubmit(({ limit }) => saving.mutate({ default_usage_limit: limit }));
	const applyToAll = handleSubmit(async ({ limit }) => {
		const { confirmed } = await confirm({
			title: "Apply to all members?",
			description:
				limit === null
					? "This removes every member's individual limit."
					: `This sets every member's limit to ${count(limit)} credits per month and replaces individual limits.`,
			action: "Apply to all",
		});
		if (confirmed) applying.mutate(limit);
	});
	return (
		<Card className="mb-6 px-5 py-4">
			<form method="post" noValidate onSubmit={save} className="flex flex-wrap items-start gap-2">
				<Field
					label="Limit for new members"
					hint="Credits per month for everyone who joins, unless their invitation sets another limit."
					error={formState.errors.limit?.message}
					className="min-w-0 flex-1 basis-64"
				>
					{(control) => (
						<Input inputMode="numeric" autoComplete="off" placeholder="No limit" {...control} {...register("limit")} />
					)}
				</Field>
				<div className="flex gap-2 sm:mt-[26px]">
					<Button type="submit" busy={saving.isPending}>
						Save
						<span className="sr-only"> limit for new members</span>
					</Button>
					<Button busy={applying.isPending} onClick={() => void applyToAll()}>
						Apply to all
					</Button>
				</div>
			</form>
		</Card>
	);
}
