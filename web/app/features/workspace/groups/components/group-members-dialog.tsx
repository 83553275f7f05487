import { useQuery } from "@tanstack/react-query";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { membersQuery, useGroupMembership } from "../../workspace.queries.ts";

const minMembersForSearch = 9;

/** Edits the members of a group. Each change is saved immediately. */
export function GroupMembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
	const members = useQuery(membersQuery);
	const membership = useGroupMembership();
	const [search, setSearch] = useState("");
	const term = search.trim().toLowerCase();
	const matches = (members.data ?? []).filter((one) => `${one.name}\n${one.email}`.toLowerCase().includes(term));
	return (
		<Dialog
			open
			onOpenChange={onClose}
			title={`Members of ${group.name}`}
			description="Changes are saved immediately."
			footer={
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			}
		>
			<div className="flex flex-col gap-3 p-px">
				{(members.data?.length ?? 0) >= minMembersForSearch ? (
					<SearchInput label="Find a member" value={search} onChange={(event) => setSearch(event.target.value)} />
				) : null}
				{members.isPending ? <Skeleton className="h-20" /> : null}
				{members.isError ? <p className="text-danger">{messageOf(members.error)}</p> : null}
				{matches.map((one) => (
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
				{members.data && matches.length === 0 ? <p className="text-muted">No members found.</p> : null}
			</div>
		</Dialog>
	);
}
