import type { Member } from "@timbre/contract/workspace/schemas.ts";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, Gauge, Lock, LockOpen, Trash2, UserMinus, UsersRound } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { useUser } from "../../../../shell/session/session.ts";
import { GroupsDialog } from "../../groups/components/groups-dialog.tsx";
import { LimitDialog } from "../../limits/components/limit-dialog.tsx";
import { type Access, useDeleteMemberAccount, useRemoveMember, useUpdateMember } from "../../workspace.queries.ts";

/** Actions on a member that the user's permissions allow. */
export function MemberMenu({ member, access }: { member: Member; access: Access }) {
	const user = useUser();
	const [dialog, setDialog] = useState<"groups" | "limit" | null>(null);
	const lock = useUpdateMember(member.is_locked ? "Member unlocked" : "Member locked");
	const removal = useRemoveMember();
	const deletion = useDeleteMemberAccount();
	const name = member.name || member.email;
	const admin = access.can_access_workspace_settings;
	// The owner and the user themself can't be locked, removed or deleted here.
	const isProtected = member.is_owner || member.user_id === user?.id;
	const mayRemove = access.can_remove_members && !isProtected && (admin || member.role !== "admin");

	const toggleLock = async () => {
		const { confirmed } = member.is_locked
			? { confirmed: true }
			: await confirm({
					title: `Lock ${name}?`,
					description: "They can't open this workspace until you unlock them, and their API keys for it stop working.",
					action: "Lock member",
				});
		if (confirmed) lock.mutate({ email: member.email, is_locked: !member.is_locked });
	};
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Remove ${name}?`,
			description:
				"Their API keys for this workspace stop working immediately. What they created stays, and they keep their account.",
			action: "Remove member",
		});
		if (confirmed) removal.mutate(member.email);
	};
	const deleteAccount = async () => {
		const { confirmed, value } = await confirm({
			title: `Delete the account of ${name}?`,
			description: "They can no longer sign in, and everything that only they own is deleted. This can't be undone.",
			action: "Delete account",
			input: { label: `Type ${member.email} to confirm`, required: true },
			lockSeconds: 5,
		});
		if (!confirmed) return;
		if (value.trim().toLowerCase() === member.email.toLowerCase()) deletion.mutate(member.email);
		else toaster.show({ title: "Account not deleted", detail: "The email address doesn't match.", tone: "danger" });
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
					{admin && !isProtected ? (
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
					{admin && !isProtected ? (
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
