import { useQuery } from "@tanstack/react-query";
import type { Feature } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pencil, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { counted } from "../../../../lib/text/format.ts";
import { type Access, membersQuery, useDeleteGroup } from "../../workspace.queries.ts";
import { featureLabel } from "../model/feature-labels.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupMembersDialog } from "./group-members-dialog.tsx";

type GroupRowProps = { group: Group; everyone: ReadonlySet<Feature>; access: Access };

/** A group with its members, permissions and actions. */
export function GroupRow({ group, everyone, access }: GroupRowProps) {
	const { data: allMembers = [] } = useQuery(membersQuery);
	const [dialog, setDialog] = useState<"edit" | "members" | null>(null);
	const deletion = useDeleteGroup();
	const own = (group.permissions ?? []).filter((feature) => !everyone.has(feature));
	const names = allMembers.filter((one) => group.members.includes(one.user_id)).map((one) => one.name || one.email);
	const members = [counted(group.members.length, "member"), ...(names.length > 0 ? [names.join(", ")] : [])].join(": ");
	const remove = async () => {
		const { confirmed } = await confirm({
			title: `Delete “${group.name}”?`,
			description: "Its members stay in the workspace and keep the permissions of all members.",
			action: "Delete group",
		});
		if (confirmed) deletion.mutate(group.id);
	};
	return (
		<Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
			<div className="min-w-0 flex-1 basis-64">
				<h2 className="truncate font-medium" title={group.name}>
					{group.name}
				</h2>
				<p className="mt-0.5 text-[13px] text-muted">
					{own.length === 0 ? "No additional permissions." : own.map(featureLabel).join(", ")}
				</p>
				<p className="mt-0.5 truncate text-[13px] text-muted" title={members}>
					{members}
				</p>
			</div>
			<div className="flex items-center gap-1">
				{access.can_manage_group_members ? (
					<Button size="small" onClick={() => setDialog("members")}>
						<UsersRound aria-hidden="true" />
						Members
						<span className="sr-only"> of {group.name}</span>
					</Button>
				) : null}
				{access.can_access_workspace_settings ? (
					<>
						<IconButton label={`Edit ${group.name}`} size="small" onClick={() => setDialog("edit")}>
							<Pencil aria-hidden="true" />
						</IconButton>
						<IconButton label={`Delete ${group.name}`} size="small" onClick={() => void remove()}>
							<Trash2 aria-hidden="true" />
						</IconButton>
					</>
				) : null}
			</div>
			{dialog === "edit" ? <GroupDialog group={group} everyone={everyone} onClose={() => setDialog(null)} /> : null}
			{dialog === "members" ? <GroupMembersDialog group={group} onClose={() => setDialog(null)} /> : null}
		</Card>
	);
}
