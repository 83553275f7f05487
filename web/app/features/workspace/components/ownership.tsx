import { useQuery } from "@tanstack/react-query";
import type { Member } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { useState } from "react";
import { confirm } from "../../../lib/confirm.ts";
import { membersQuery, useTransfer } from "../workspace.queries.ts";

/** For the owner: hands the workspace to another of its admins. */
export function TransferOwnership() {
	const { data: members = [] } = useQuery(membersQuery);
	const [open, setOpen] = useState(false);
	const heirs = members.filter((member) => member.role === "admin" && !member.is_owner && !member.is_locked);
	return (
		<>
			<Button disabled={heirs.length === 0} onClick={() => setOpen(true)}>
				Hand over
			</Button>
			{open ? <TransferDialog heirs={heirs} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

function TransferDialog({ heirs, onClose }: { heirs: Member[]; onClose: () => void }) {
	const transfer = useTransfer();
	const [email, setEmail] = useState(heirs[0]?.email ?? "");
	const hand = async () => {
		onClose();
		const { confirmed } = await confirm({
			title: "Hand the workspace over?",
			description: `${email} becomes its owner. You stay an admin, and only the new owner can hand it back.`,
			action: "Hand over",
			lockSeconds: 3,
		});
		if (confirmed) transfer.mutate(email);
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Hand over the workspace"
			description="The owner cannot be removed, locked or made an editor. There is always exactly one."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button variant="primary" onClick={() => void hand()}>
						Continue
					</Button>
				</>
			}
		>
			<Field label="New owner" hint="Admins of this workspace.">
				{(control) => (
					<Select
						id={control.id}
						value={email}
						options={heirs.map((one) => ({ value: one.email, label: one.name || one.email, detail: one.email }))}
						onChange={setEmail}
					/>
				)}
			</Field>
		</Dialog>
	);
}
