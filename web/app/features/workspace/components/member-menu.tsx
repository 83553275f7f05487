import type { Member } from "@timbre/contract/workspace.entities.ts";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/dropdown-menu.tsx";
import { Ellipsis, Gauge, Lock, LockOpen, Trash2, UserMinus, UsersRound } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../lib/confirm.ts";
import { toaster } from "../../../lib/toaster.ts";
import { useUser } from "../../../shell/session.ts";
import { type Access, useAccountDeletion, useMemberChange, useMemberRemoval } from "../workspace.queries.ts";
import { GroupsDialog } from "./groups-dialog.tsx";
import { LimitDialog } from "./limit-dialog.tsx";

/** What can be done with a member, by somebody with these rights. */
export function MemberMenu({ member, access }: { member: Member; access: Access }) {
	const user = useUser();
	const [dialog, setDialog] = useState<"groups" | "limit" | null>(null);
	const lock = useMemberChange(member.is_locked ? "Member unlocked" : "Member locked");
	const removal = useMemberRemoval();
	const deletion = useAccountDeletion();
	const name = member.name || member.email;
	const admin = access.can_access_workspace_settings;
	// Of the owner and of oneself: there are other ways, or none.
	const fixed = member.is_owner || member.user_id === user?.id;
	const mayRemove = access.can_remove_members && !fixed && (admin || member.role !== "admin");

	const toggleLock = async () => {
		const { confirmed } = member.is_locked
			? { confirmed: true }
			: await confirm({
					title: `Lock ${name}?`,
					description: "Until you unlock them they cannot open this workspace, and their keys for it are refused.",
					action: "Lock",
				});
		if (confirmed) lock.mutate({ email: member.email, is_locked: !member.is_locked });
	};
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Remove ${name}?`,
			description: "Their keys for this workspace end at once. What they made here stays. Their account stays theirs.",
			action: "Remove",
		});
		if (confirmed) removal.mutate(member.email);
	};
	const deleteAccount = async () => {
		const { confirmed, value } = await confirm({
			title: `Delete the account of ${name}?`,
			description:
				"The person can no longer sign in, and everything that only they have is deleted. This cannot be undone.",
			action: "Delete account",
			input: { label: `Write ${member.email} to confirm`, required: true },
			lockSeconds: 5,
		});
		if (!confirmed) return;
		if (value.trim().toLowerCase() === member.email.toLowerCase()) deletion.mutate(member.email);
		else toaster.show({ title: "Not deleted", detail: "What you wrote is not the address.", tone: "danger" });
	};

	return (
		<>
			<DropdownMenu>
				<DropdownMenuTrigger
					aria-label={`Actions for ${name}`}
					className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
				>
					<Ellipsis aria-hidden="true" className="size-4" />
				</DropdownMenuTrigger>
				<DropdownMenuContent align="end">
					{access.can_manage_group_members ? (
						<DropdownMenuItem onSelect={() => setDialog("groups")}>
							<UsersRound aria-hidden="true" />
							Groups…
						</DropdownMenuItem>
					) : null}
					{admin ? (
						<DropdownMenuItem onSelect={() => setDialog("limit")}>
							<Gauge aria-hidden="true" />
							Usage limit…
						</DropdownMenuItem>
					) : null}
					{admin && !fixed ? (
						<DropdownMenuItem onSelect={() => void toggleLock()}>
							{member.is_locked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
							{member.is_locked ? "Unlock" : "Lock…"}
						</DropdownMenuItem>
					) : null}
					{mayRemove ? (
						<>
							<DropdownMenuSeparator />
							<DropdownMenuItem onSelect={() => void remove()}>
								<UserMinus aria-hidden="true" />
								Remove from workspace…
							</DropdownMenuItem>
						</>
					) : null}
					{admin && !fixed ? (
						<DropdownMenuItem onSelect={() => void deleteAccount()} className="text-danger [&_svg]:text-danger">
							<Trash2 aria-hidden="true" />
							Delete account…
						</DropdownMenuItem>
					) : null}
				</DropdownMenuContent>
			</DropdownMenu>
			{dialog === "groups" ? <GroupsDialog member={member} onClose={() => setDialog(null)} /> : null}
			{dialog === "limit" ? <LimitDialog member={member} onClose={() => setDialog(null)} /> : null}
		</>
	);
}
