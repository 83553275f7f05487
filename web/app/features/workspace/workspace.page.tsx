import { useMutation, useQuery } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import { plans, tiers } from "@timbre/contract/plans.ts";
import { name, type Workspace } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { call } from "../../lib/api/api.ts";
import { confirm } from "../../lib/forms/confirm.ts";
import { showError } from "../../lib/page/toaster.ts";
import { count, dateOf } from "../../lib/text/format.ts";
import { reloadWorkspace } from "../../shell/navigation/workspace-switcher.tsx";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { OneFieldForm } from "../../shell/page/one-field-form.tsx";
import { Page } from "../../shell/page/page.tsx";
import { useUser } from "../../shell/session/session.ts";
import { ReadOnlyNote } from "./components/admins-only.tsx";
import { TransferOwnership } from "./components/ownership.tsx";
import { Seats } from "./components/seats.tsx";
import { SettingsSection } from "./components/settings-section.tsx";
import { DataUse } from "./workspace.data-use.public.tsx";
import { accessQuery, useRenameWorkspace, workspaceQuery } from "./workspace.queries.ts";

export const meta = () => [{ title: "Workspace - Timbre" }];

export default function WorkspacePage() {
	const workspace = useQuery(workspaceQuery);
	const access = useQuery(accessQuery);
	return (
		<Page title="Workspace" description="Name, plan, seats and ownership of this workspace." className="max-w-3xl">
			{workspace.isPending || access.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading workspace</p>
					<Skeleton className="h-56 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
					<Skeleton className="h-28 rounded-card" />
				</div>
			) : null}
			{workspace.isError ? <LoadFailure title="Couldn't load the workspace" query={workspace} /> : null}
			{access.isError && !workspace.isError ? (
				<LoadFailure title="Couldn't load your permissions" query={access} />
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
	const rename = useRenameWorkspace();
	const own = workspace.owner_id === user?.id;
	const tier = tiers.find((one) => one === workspace.subscription.tier) ?? "free";
	return (
		<>
			{mayChange ? null : (
				<ReadOnlyNote>You're an editor. Only workspace admins can change these settings.</ReadOnlyNote>
			)}
			<div className="flex flex-col gap-4">
				<SettingsSection title="About">
					<div className="flex flex-col gap-5">
						{mayChange ? (
							<OneFieldForm
								label="Name"
								hint="Visible to all members and to people you invite."
								value={workspace.name}
								schema={name("workspace")}
								autoComplete="organization"
								save={(newName) => rename.mutateAsync(newName)}
								saved="Name saved"
							/>
						) : null}
						<dl className="divide-y divide-line border-line border-y">
							{mayChange ? null : <Detail name="Name">{workspace.name}</Detail>}
							<Detail name="Plan">
								{plans[tier].label}
								<span className="text-muted"> · {count(workspace.subscription.character_limit)} credits per month</span>
							</Detail>
							<Detail name="Owner">{own ? `${workspace.owner_email} (you)` : workspace.owner_email}</Detail>
							<Detail name="Created">{dateOf(workspace.created_at_unix)}</Detail>
							<Detail name="Workspace ID">
								<code className="break-all font-mono text-[13px]">{workspace.workspace_id}</code>
							</Detail>
						</dl>
					</div>
				</SettingsSection>
				<SettingsSection
					title="Seats"
					action={
						<Button asChild>
							<Link to="/app/workspace/members">View members</Link>
						</Button>
					}
				>
					<Seats />
				</SettingsSection>
				<SettingsSection title="Data use">
					<DataUse />
				</SettingsSection>
				{mayTransfer ? (
					<SettingsSection
						title="Ownership"
						text="Transfer the workspace to another admin. If you're the only admin, make someone else an admin first."
						action={<TransferOwnership />}
					/>
				) : null}
				{own ? null : <LeaveSection workspace={workspace.name} />}
			</div>
		</>
	);
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex flex-wrap justify-between gap-x-6 py-2.5">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0 break-words">{children}</dd>
		</div>
	);
}

function LeaveSection({ workspace }: { workspace: string }) {
	const leaving = useMutation({
		mutationFn: () => call(accountPaths.leaveWorkspace, {}),
		onSuccess: reloadWorkspace,
		onError: (error) => showError("Couldn't leave the workspace", error),
	});
	const leave = async () => {
		const { confirmed } = await confirm({
			title: `Leave “${workspace}”?`,
			description:
				"What you created stays here, and your API keys for it stop working immediately. You need a new invitation to come back.",
			action: "Leave workspace",
		});
		if (confirmed) leaving.mutate();
	};
	return (
		<SettingsSection
			title="Leave workspace"
			text="You continue in a workspace of your own. What you created here stays."
			action={
				<Button busy={leaving.isPending} onClick={() => void leave()}>
					Leave workspace
				</Button>
			}
		/>
	);
}
