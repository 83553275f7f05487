import { useQuery } from "@tanstack/react-query";
import type { Group } from "@timbre/contract/workspace.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { SearchInput } from "@timbre/ui/primitives/search-input.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { useState } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { membersQuery, useGroupMembership } from "../workspace.queries.ts";

const searchFrom = 9;

/** Who is in a group; each press is saved at once. */
export function GroupMembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
	const members = useQuery(membersQuery);
	const membership = useGroupMembership();
	const [search, setSearch] = useState("");
	const wanted = search.trim().toLowerCase();
	const fitting = (members.data ?? []).filter((one) => `${one.name}\n${one.email}`.toLowerCase().includes(wanted));
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={`Members of ${group.name}`}
			description="Changes are saved at once."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<div className="flex flex-col gap-3 p-px">
				{(members.data?.length ?? 0) >= searchFrom ? (
					<SearchInput label="Find a member" value={search} onChange={(event) => setSearch(event.target.value)} />
				) : null}
				{members.isPending ? <Skeleton className="h-20" /> : null}
				{members.isError ? <p className="text-danger">{messageOf(members.error)}</p> : null}
				{fitting.map((one) => (
					<Checkbox
						key={one.user_id}
						label={one.name ? `${one.name} (${one.email})` : one.email}
						className="[&_label]:min-w-0 [&_label]:break-words"
						checked={group.members.includes(one.user_id)}
						onChange={(belongs) =>
							membership.mutate({ group_id: group.id, user_id: one.user_id, email: one.email, belongs })
						}
					/>
				))}
				{members.data && fitting.length === 0 ? <p className="text-muted">Nobody fits.</p> : null}
			</div>
		</Dialog>
	);
}
