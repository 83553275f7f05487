import { useQuery } from "@tanstack/react-query";
import type { Role } from "@timbre/contract/permissions.ts";
import { inviteDays, maxInvitesPerRequest, seatTypeOf } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useId, useState } from "react";
import { count, counted } from "../../../lib/format.ts";
import { accessQuery, groupsQuery, seatsQuery, useInvite } from "../workspace.queries.ts";
import { InviteLinks } from "./invite-links.tsx";
import { limitError, parseLimit } from "./limit.ts";
import { parseEmails } from "./parse-emails.ts";
import { roleOptions } from "./role-select.tsx";

/** Invites one or more people by email, then shows how the invitations are delivered. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const seats = useQuery(seatsQuery);
	const access = useQuery(accessQuery);
	const inviting = useInvite();
	const [pasted, setPasted] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [groupIds, setGroupIds] = useState<readonly string[]>([]);
	const [limit, setLimit] = useState("");
	const [tried, setTried] = useState(false);
	const { valid, invalid } = parseEmails(pasted);
	const left = seats.data?.available_seats;
	const credits = parseLimit(limit);
	const validationError = validate({ valid, invalid, left });

	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (validationError || credits === undefined) return;
		inviting.mutate({
			emails: valid,
			seat_type: seatTypeOf(role),
			group_ids: [...groupIds],
			usage_limit: credits,
		});
	};

	if (inviting.data) {
		return <InviteLinks invited={inviting.data} emails={valid} onClose={onClose} />;
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
						{valid.length > 1 ? `Send ${count(valid.length)} invitations` : "Send invitation"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field
					label="Email addresses"
					hint={seatsHint(valid.length, left)}
					error={tried ? (validationError ?? inviting.error?.message) : undefined}
				>
					{(control) => (
						<Textarea
							{...control}
							rows={3}
							autoCapitalize="none"
							autoComplete="off"
							spellCheck={false}
							placeholder="ada@example.com, bo@example.com"
							value={pasted}
							onChange={(event) => {
								setPasted(event.target.value);
								setTried(false);
								inviting.reset();
							}}
						/>
					)}
				</Field>
				<Field label="Role">
					{(control) => (
						<Select
							id={control.id}
							value={role}
							options={access.data?.can_access_workspace_settings ? roleOptions : roleOptions.slice(0, 1)}
							onChange={(value) => setRole(value as Role)}
						/>
					)}
				</Field>
				<GroupSelect chosen={groupIds} onChange={setGroupIds} />
				<Field
					label="Usage limit"
					hint="Credits per month for each person. Leave empty for no individual limit."
					error={tried && credits === undefined ? limitError : undefined}
				>
					{(control) => (
						<Input
							{...control}
							inputMode="numeric"
							autoComplete="off"
							value={limit}
							onChange={(event) => setLimit(event.target.value)}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}

type Recipients = { valid: string[]; invalid: string[]; left: number | undefined };

function validate({ valid, invalid, left }: Recipients): string | undefined {
	if (invalid.length > 0) return `Not an email address: ${invalid.slice(0, 3).join(", ")}`;
	if (valid.length === 0) return "Enter at least one email address.";
	if (valid.length > maxInvitesPerRequest)
		return `You can invite at most ${maxInvitesPerRequest} people at a time. You entered ${count(valid.length)}.`;
	if (left !== undefined && valid.length > left)
		return `Not enough seats for ${valid.length === 1 ? "one person" : `${count(valid.length)} people`}: ${counted(left, "seat")} left.`;
	return undefined;
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
