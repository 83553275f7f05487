import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { plans } from "@timbre/contract/plans.ts";
import type { OwnWorkspace } from "@timbre/contract/workspace/endpoints.ts";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Building2, ChevronsUpDown, UsersRound } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { clearCachedVoices } from "../../features/voices/voices.public.ts";
import { call } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { home } from "../../lib/session/redirect.ts";
import { counted } from "../../lib/text/format.ts";

export const workspacesQuery = queryOptions({
	queryKey: ["workspace", "mine"],
	queryFn: async ({ signal }) => (await call(workspacePaths.listWorkspaces, { signal })).workspaces,
	staleTime: 60_000,
});

const channelName = "timbre:workspace";

const items = [
	{ to: "/app/workspace", label: "Workspace settings", icon: Building2 },
	{ to: "/app/workspace/members", label: "Members", icon: UsersRound },
];

/** "Free, admin, 1 member" */
const summarize = ({ tier, role, members }: OwnWorkspace) =>
	`${plans[tier].label}, ${role}, ${counted(members, "member")}`;

/** Reloads this tab and all others after a workspace switch, so no data of the previous workspace is left. */
export function reloadWorkspace(): void {
	clearCachedVoices();
	new BroadcastChannel(channelName).postMessage("changed");
	window.location.assign(home);
}

/** Shows the current workspace; opens a menu of all the user's workspaces. */
export function WorkspaceSwitcher({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
	const { data: workspaces, isPending } = useQuery(workspacesQuery);
	const navigate = useNavigate();
	const opening = useMutation({
		mutationFn: (workspaceId: string) => call(workspacePaths.openWorkspace, { params: { workspace_id: workspaceId } }),
		onSuccess: reloadWorkspace,
		onError: (error) => showError("Couldn't switch workspaces", error),
	});
	useFollowOtherTabs();
	if (isPending) return <Skeleton className={collapsed ? "size-8" : "h-11"} />;
	const current = workspaces?.find((workspace) => workspace.current);
	if (!workspaces || !current) return null;
	return (
		<DropdownMenu>
			<DropdownMenuTrigger
				className={cn(
					"flex min-w-0 items-center gap-2.5 rounded-control border border-line bg-raised text-left transition-colors hover:bg-hover",
					collapsed ? "size-8 justify-center" : "w-full px-2 py-1.5",
				)}
			>
				<span
					aria-hidden="true"
					className="flex size-6 shrink-0 items-center justify-center rounded-md bg-ink font-semibold text-on-ink text-xs"
				>
					{current.name.slice(0, 1).toUpperCase()}
				</span>
				<span className={cn(collapsed ? "sr-only" : "min-w-0 flex-1")}>
					<span className="sr-only">Workspace: </span>
					<span className="block truncate font-medium text-[13px] leading-4" title={current.name}>
						{current.name}
					</span>
					<span className="block truncate text-muted text-xs leading-4">{plans[current.tier].label} plan</span>
				</span>
				{collapsed ? null : <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />}
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start" className="w-64">
				<DropdownMenuLabel>{workspaces.length === 1 ? "Your workspace" : "Your workspaces"}</DropdownMenuLabel>
				<DropdownMenuRadioGroup
					value={current.workspace_id}
					onValueChange={(id) => id !== current.workspace_id && opening.mutate(id)}
				>
					{workspaces.map((workspace) => (
						<DropdownMenuRadioItem key={workspace.workspace_id} value={workspace.workspace_id}>
							<span className="min-w-0">
								<span className="block truncate font-medium" title={workspace.name}>
									{workspace.name}
								</span>
								<span className="block truncate text-[13px] text-muted">{summarize(workspace)}</span>
							</span>
						</DropdownMenuRadioItem>
					))}
				</DropdownMenuRadioGroup>
				<DropdownMenuSeparator />
				{items.map(({ to, label, icon: Icon }) => (
					<DropdownMenuItem
						key={to}
						onSelect={() => {
							onNavigate?.();
							void navigate(to);
						}}
					>
						<Icon aria-hidden="true" />
						{label}
					</DropdownMenuItem>
				))}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

/** Tabs share one session: a tab still showing the old workspace would act in the new one. */
function useFollowOtherTabs() {
	useEffect(() => {
		const channel = new BroadcastChannel(channelName);
		channel.onmessage = () => window.location.assign(home);
		return () => channel.close();
	}, []);
}
