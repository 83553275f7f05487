import { useMutation, useQuery } from "@tanstack/react-query";
import { plans, tiers } from "@timbre/contract/plans.ts";
import { name, type Workspace } from "@timbre/contract/workspace.entities.ts";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { call } from "../../lib/api.ts";
import { confirm } from "../../lib/confirm.ts";
import { count, dateOf } from "../../lib/format.ts";
import { showError } from "../../lib/toaster.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { OneFieldForm } from "../../shell/one-field-form.tsx";
import { Page } from "../../shell/page.tsx";
import { useUser } from "../../shell/session.ts";
import { startInWorkspace } from "../../shell/workspace-switcher.tsx";
import { ReadOnlyNote } from "./components/admins-only.tsx";
import { TransferOwnership } from "./components/ownership.tsx";
import { Part } from "./components/part.tsx";
import { Seats } from "./components/seats.tsx";
import { DataUse } from "./workspace.data-use.public.tsx";
import { accessQuery, useRename, workspaceQuery } from "./workspace.queries.ts";

export const meta = () => [{ title: "Workspace - Timbre" }];

export default function WorkspacePage() {
	const workspace = useQuery(workspaceQuery);
	const access = useQuery(accessQuery);
	return (
		<Page title="Workspace" description="What you share with everybody who works here." className="max-w-3xl">
			{workspace.isPending || access.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading the workspace</p>
					<Skeleton className="h-56 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
				</div>
			) : null}
			{workspace.isError ? <LoadFailure title="The workspace could not be loaded" query={workspace} /> : null}
			{access.isError && !workspace.isError ? (
				<LoadFailure title="Your rights could not be loaded" query={access} />
			) : null}
			{workspace.data && access.data ? (
				<Overview
					workspace={workspace.data}
					mayChange={access.data.can_access_workspace_settings}
					mayTransfer={access.data.can_transfer_ownership}
				/>
			) : null}
		</Page>
	);
}

type OverviewProps = { workspace: Workspace; mayChange: boolean; mayTransfer: boolean };

function Overview({ workspace, mayChange, mayTransfer }: OverviewProps) {
	const user = useUser();
	const rename = useRename();
	const own = workspace.owner_id === user?.id;
	const tier = tiers.find((one) => one === workspace.subscription.tier) ?? "free";
	return (
		<>
			{mayChange ? null : (
				<ReadOnlyNote>
					You are an editor here. Admins of the workspace can change what stands on this page.
				</ReadOnlyNote>
			)}
			<div className="flex flex-col gap-4">
				<Part title="About">
					<div className="flex flex-col gap-5">
						{mayChange ? (
							<OneFieldForm
								label="Name"
								hint="Everybody in the workspace sees it, and whoever is invited."
								value={workspace.name}
								schema={name("workspace")}
								autoComplete="organization"
								save={(wanted) => rename.mutateAsync(wanted)}
								saved="Name saved"
							/>
						) : null}
						<dl className="divide-y divide-line border-line border-y">
							{mayChange ? null : <Fact name="Name">{workspace.name}</Fact>}
							<Fact name="Plan">
								{plans[tier].label}
								<span className="text-muted"> · {count(workspace.subscription.character_limit)} credits a month</span>
							</Fact>
							<Fact name="Owner">{own ? `${workspace.owner_email} (you)` : workspace.owner_email}</Fact>
							<Fact name="Made on">{dateOf(workspace.created_at_unix)}</Fact>
							<Fact name="Workspace id">
								<code className="break-all font-mono text-[13px]">{workspace.workspace_id}</code>
							</Fact>
						</dl>
					</div>
				</Part>
				<Part
					title="Seats"
					action={
						<Button asChild>
							<Link to="/app/workspace/members">Members</Link>
						</Button>
					}
				>
					<Seats />
				</Part>
				<Part title="Use of data">
					<DataUse />
				</Part>
				{mayTransfer ? (
					<Part
						title="Ownership"
						text="Another admin can take the workspace over. Make somebody an admin first if you are the only one."
						action={<TransferOwnership />}
					/>
				) : null}
				{own ? null : <Leaving workspace={workspace.name} />}
			</div>
		</>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex flex-wrap justify-between gap-x-6 py-2.5">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0 break-words">{children}</dd>
		</div>
	);
}

function Leaving({ workspace }: { workspace: string }) {
	const leaving = useMutation({
		mutationFn: () => call(workspaceEndpoints.leaveWorkspace, {}),
		onSuccess: startInWorkspace,
		onError: (error) => showError("You have not left", error),
	});
	const leave = async () => {
		const { confirmed } = await confirm({
			title: `Leave “${workspace}”?`,
			description:
				"What you made here stays here, and your keys for it end at once. To come back you need a new invitation.",
			action: "Leave",
		});
		if (confirmed) leaving.mutate();
	};
	return (
		<Part
			title="Leave"
			text="You work on in a workspace of your own. What you made here stays with those who stay."
			action={
				<Button busy={leaving.isPending} onClick={() => void leave()}>
					Leave workspace
				</Button>
			}
		/>
	);
}
