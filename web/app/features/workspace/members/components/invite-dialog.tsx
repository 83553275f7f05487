import { useQuery } from "@tanstack/react-query";
import { inviteDays, seatTypeOf } from "@timbre/contract/workspace/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { count, counted } from "../../../../lib/text/format.ts";
import { parseEmails } from "../../../../lib/text/parse-emails.ts";
import { roleOptions } from "../../components/role-select.tsx";
import { accessQuery, groupsQuery, seatsQuery, useInvite } from "../../workspace.queries.ts";
import { inviteForm } from "../model/invite-form.ts";
import { InviteLinks } from "./invite-links.tsx";

/** Invites one or more people by email, then shows how the invitations are delivered. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const seats = useQuery(seatsQuery);
	const access = useQuery(accessQuery);
	const inviting = useInvite();
	const left = seats.data?.available_seats;
	const { register, control, handleSubmit, formState, setError, watch } = useForm({
		resolver: zodForm(inviteForm(left)),
		defaultValues: { emails: "", role: "editor", group_ids: [], usage_limit: "" },
	});
	const people = parseEmails(watch("emails")).valid.length;
	const submit = handleSubmit(({ role, ...invitation }) =>
		inviting.mutate(
			{ ...invitation, seat_type: seatTypeOf(role) },
			{ onError: (error) => setError("emails", { message: messageOf(error) }) },
		),
	);

	if (inviting.data) {
		return <InviteLinks invited={inviting.data} emails={inviting.variables.emails} onClose={onClose} />;
	}
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Invite members"
			description={`They get an email with a link that works once and expires in ${inviteDays} days.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={inviting.isPending}>
						{people > 1 ? `Send ${count(people)} invitations` : "Send invitation"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field label="Email addresses" hint={seatsHint(people, left)} error={formState.errors.emails?.message}>
					{(ids) => (
						<Textarea
							{...ids}
							rows={3}
							autoCapitalize="none"
							autoComplete="off"
							spellCheck={false}
							placeholder="ada@example.com, bo@example.com"
							{...register("emails")}
						/>
					)}
				</Field>
				<Controller
					name="role"
					control={control}
					render={({ field }) => (
						<Field label="Role">
							{({ id }) => (
								<Select
									id={id}
									value={field.value}
									options={access.data?.can_access_workspace_settings ? roleOptions : roleOptions.slice(0, 1)}
									onChange={field.onChange}
								/>
							)}
						</Field>
					)}
				/>
				<Controller
					name="group_ids"
					control={control}
					render={({ field }) => <GroupSelect chosen={field.value} onChange={field.onChange} />}
				/>
				<Field
					label="Usage limit"
					hint="Credits per month for each person. Leave empty for no individual limit."
					error={formState.errors.usage_limit?.message}
				>
					{(ids) => <Input {...ids} inputMode="numeric" autoComplete="off" {...register("usage_limit")} />}
				</Field>
			</form>
		</Dialog>
	);
}

function seatsHint(people: number, left: number | undefined): string {
	const seats = left === undefined ? "" : ` ${counted(left, "seat")} left.`;
	return people > 1 ? `${count(people)} addresses.${seats}` : `Enter one or more.${seats}`;
}

type GroupSelectProps = { chosen: readonly string[]; onChange: (ids: readonly string[]) => void };

function GroupSelect({ chosen, onChange }: GroupSelectProps) {
	const { data: groups = [] } = useQuery(groupsQuery);
	if (groups.length === 0) return null;
	return (
		<fieldset>
			<legend className="mb-2 font-medium text-[13px]">Groups</legend>
			<div className="flex flex-col gap-2.5">
				{groups.map((group) => (
					<Checkbox
						key={group.id}
						label={group.name}
						checked={chosen.includes(group.id)}
						onChange={(on) => onChange(on ? [...chosen, group.id] : chosen.filter((id) => id !== group.id))}
					/>
				))}
			</div>
		</fieldset>
	);
}
