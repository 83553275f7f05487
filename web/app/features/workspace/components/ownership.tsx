import { useQuery } from "@tanstack/react-query";
import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { confirm } from "../../../lib/forms/confirm.ts";
import { membersQuery, useTransferOwnership } from "../workspace.queries.ts";

/** Lets the owner transfer the workspace to another admin. */
export function TransferOwnership() {
	const { data: members = [] } = useQuery(membersQuery);
	const [open, setOpen] = useState(false);
	const candidates = members.filter((member) => member.role === "admin" && !member.is_owner && !member.is_locked);
	return (
		<>
			<Button disabled={candidates.length === 0} onClick={() => setOpen(true)}>
				Transfer ownership
			</Button>
			{open ? <TransferDialog candidates={candidates} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

function TransferDialog({ candidates, onClose }: { candidates: Member[]; onClose: () => void }) {
	const transfer = useTransferOwnership();
	const [email, setEmail] = useState(candidates[0]?.email ?? "");
	const confirmTransfer = async () => {
		onClose();
		const { confirmed } = await confirm({
			title: "Transfer ownership?",
			description: `${email} becomes the owner. You stay an admin, and only the new owner can transfer it back.`,
			action: "Transfer ownership",
			lockSeconds: 3,
		});
		if (confirmed) transfer.mutate(email);
	};
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title="Transfer ownership"
			description="The owner can't be removed, locked or demoted. A workspace always has exactly one owner."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button variant="primary" onClick={() => void confirmTransfer()}>
						Continue
					</Button>
				</>
			}
		>
			<Field label="New owner" hint="Must be an admin of this workspace.">
				{(control) => (
					<Select
						id={control.id}
						value={email}
						options={candidates.map((one) => ({ value: one.email, label: one.name || one.email, detail: one.email }))}
						onChange={setEmail}
					/>
				)}
			</Field>
		</Dialog>
	);
}
