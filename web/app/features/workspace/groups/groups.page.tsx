import { useQuery } from "@tanstack/react-query";
import type { Feature } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { ReadOnlyNote } from "../components/admins-only.tsx";
import { type Access, accessQuery, groupsQuery, workspaceQuery } from "../workspace.queries.ts";
import { FeatureMatrix } from "./components/feature-matrix.tsx";
import { GroupDialog } from "./components/group-dialog.tsx";
import { GroupRow } from "./components/group-row.tsx";
import { MemberPermissionsDialog } from "./components/member-permissions-dialog.tsx";

export const meta = () => [{ title: "Groups - Timbre" }];

export default function GroupsPage() {
	const groups = useQuery(groupsQuery);
	const workspace = useQuery(workspaceQuery);
	const access = useQuery(accessQuery);
	const [creating, setCreating] = useState(false);
	const failed = [groups, workspace, access].find((query) => query.isError);
	const mayChange = access.data?.can_access_workspace_settings ?? false;
	const everyone = new Set(workspace.data?.all_members_permissions);
	const createButton = mayChange ? (
		<Button variant="primary" onClick={() => setCreating(true)}>
			<Plus aria-hidden="true" />
			Create group
		</Button>
	) : null;
	return (
		<Page
			title="Groups"
			description="What members can use, and additional permissions for groups."
			actions={groups.data?.length ? createButton : null}
			className="max-w-4xl"
		>
			{failed?.isError ? <LoadFailure title="Couldn't load groups" query={failed} /> : null}
			{!failed && (groups.isPending || workspace.isPending || access.isPending) ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading groups</p>
					<Skeleton className="h-20 rounded-card" />
					<Skeleton className="h-20 rounded-card" />
					<Skeleton className="h-64 rounded-card" />
				</div>
			) : null}
			{groups.data && workspace.data && access.data ? (
				<>
					{mayChange ? null : (
						<ReadOnlyNote>
							{access.data.can_manage_group_members
								? "You can add members to groups. Workspace admins set the permissions of groups."
								: "You're an editor. Workspace admins create groups and set their permissions."}
						</ReadOnlyNote>
					)}
					{groups.data.length === 0 ? (
						<EmptyState
							icon={<UsersRound aria-hidden="true" />}
							title="No groups yet"
							action={createButton}
							className="py-10"
						>
							Groups give some members additional permissions, such as inviting members or reading the audit log.
						</EmptyState>
					) : (
						<ul className="flex flex-col gap-3">
							{groups.data.map((group) => (
								<li key={group.id}>
									<GroupRow group={group} everyone={everyone} access={access.data} />
								</li>
							))}
						</ul>
					)}
					<PermissionsSection everyone={everyone} groups={groups.data} access={access.data} />
				</>
			) : null}
			{creating ? <GroupDialog group={null} everyone={everyone} onClose={() => setCreating(false)} /> : null}
		</Page>
	);
}

type PermissionsSectionProps = { everyone: ReadonlySet<Feature>; groups: Group[]; access: Access };

function PermissionsSection({ everyone, groups, access }: PermissionsSectionProps) {
	const [editing, setEditing] = useState(false);
	return (
		<section aria-labelledby="rights" className="mt-10">
			<div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
				<div className="min-w-0">
					<h2 id="rights" className="font-medium text-[15px]">
						Permissions
					</h2>
					<p className="mt-0.5 text-[13px] text-muted">
						Admins always have full access. Editors have the permissions of all members and of their groups.
					</p>
				</div>
				{access.can_access_workspace_settings ? (
					<Button onClick={() => setEditing(true)}>Edit member permissions</Button>
				) : null}
			</div>
			<FeatureMatrix
				everyone={everyone}
				groups={groups.map((group) => ({ id: group.id, name: group.name, features: new Set(group.permissions) }))}
			/>
			{editing ? <MemberPermissionsDialog everyone={everyone} onClose={() => setEditing(false)} /> : null}
		</section>
	);
}
