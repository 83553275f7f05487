import { useQuery } from "@tanstack/react-query";
import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Link } from "react-router";
import { groupsQuery, useGroupMembership } from "../../workspace.queries.ts";

/** Edits the groups of a member. Each change is saved immediately. */
export function GroupsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const { data: groups = [] } = useQuery(groupsQuery);
	const membership = useGroupMembership();
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={`Groups of ${member.name || member.email}`}
			description="Groups give additional permissions. Changes are saved immediately."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			{groups.length === 0 ? (
				<p className="text-muted">
					There are no groups yet.{" "}
					<Link to="/app/workspace/groups" className="text-ink underline underline-offset-4 hover:no-underline">
						Create one
					</Link>
				</p>
			) : (
				<div className="flex flex-col gap-3 p-px">
					{groups.map((group) => (
						<Checkbox
							key={group.id}
							label={group.name}
							checked={member.group_ids.includes(group.id)}
							onChange={(belongs) =>
								membership.mutate({ group_id: group.id, user_id: member.user_id, email: member.email, belongs })
							}
						/>
					))}
				</div>
			)}
		</Dialog>
	);
}
