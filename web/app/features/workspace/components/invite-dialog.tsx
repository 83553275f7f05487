import { useQuery } from "@tanstack/react-query";
import type { Role } from "@timbre/contract/permissions.ts";
import { inviteDays, mostInvitesAtOnce, seatTypeOf } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useId, useState } from "react";
import { count, counted } from "../../../lib/format.ts";
import { accessQuery, groupsQuery, seatsQuery, useInviting } from "../workspace.queries.ts";
import { readAddresses } from "./addresses.ts";
import { InviteLinks } from "./invite-links.tsx";
import { limitFault, readLimit } from "./limit.ts";
import { roleOptions } from "./role-select.tsx";

/** Invites one or many by e-mail; then says how the invitations travel. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const seats = useQuery(seatsQuery);
	const access = useQuery(accessQuery);
	const inviting = useInviting();
	const [pasted, setPasted] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [groupIds, setGroupIds] = useState<readonly string[]>([]);
	const [limit, setLimit] = useState("");
	const [tried, setTried] = useState(false);
	const { valid, faulty } = readAddresses(pasted);
	const left = seats.data?.available_seats;
	const credits = readLimit(limit);
	const fault = faultOf({ valid, faulty, left });

	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (fault || credits === undefined) return;
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
			title="Invite people"
			description={`They get a mail with a link that works once, for ${inviteDays} days.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={inviting.isPending}>
						{valid.length > 1 ? `Invite ${count(valid.length)} people` : "Invite"}
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 p-px">
				<Field
					label="E-mail addresses"
					hint={seatsHint(valid.length, left)}
					error={tried ? (fault ?? inviting.error?.message) : undefined}
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
				<GroupChoice chosen={groupIds} onChange={setGroupIds} />
				<Field
					label="Usage limit"
					hint="Credits a month for each of them. Leave it empty for no limit of their own."
					error={tried && credits === undefined ? limitFault : undefined}
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

type Addressed = { valid: string[]; faulty: string[]; left: number | undefined };

function faultOf({ valid, faulty, left }: Addressed): string | undefined {
	if (faulty.length > 0) return `Not an e-mail address: ${faulty.slice(0, 3).join(", ")}`;
	if (valid.length === 0) return "Write at least one e-mail address.";
	if (valid.length > mostInvitesAtOnce)
		return `At most ${mostInvitesAtOnce} at once; these are ${count(valid.length)}.`;
	if (left !== undefined && valid.length > left)
		return `${valid.length === 1 ? "One person" : `${count(valid.length)} people`}, but ${counted(left, "seat")} left.`;
	return undefined;
}

function seatsHint(people: number, left: number | undefined): string {
	const seats = left === undefined ? "" : ` ${counted(left, "seat")} left.`;
	return people > 1 ? `${count(people)} addresses.${seats}` : `One, or many at once.${seats}`;
}

type GroupChoiceProps = { chosen: readonly string[]; onChange: (ids: readonly string[]) => void };

function GroupChoice({ chosen, onChange }: GroupChoiceProps) {
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
