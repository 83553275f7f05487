import { useQuery } from "@tanstack/react-query";
import type { Member, Workspace } from "@timbre/contract/workspace/schemas.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Lock } from "lucide-react";
import { count } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { accessQuery, membersQuery, workspaceQuery } from "../workspace.queries.ts";
import { DefaultLimit } from "./components/default-limit.tsx";
import { LimitForm } from "./components/limit-form.tsx";

export const meta = () => [{ title: "Usage limits - Timbre" }];

export default function UsageLimitsPage() {
	const members = useQuery(membersQuery);
	const workspace = useQuery(workspaceQuery);
	const access = useQuery(accessQuery);
	const failed = [members, workspace, access].find((query) => query.isError);
	return (
		<Page
			title="Usage limits"
			description="Limit how many credits each member can spend per month. Requests beyond the limit are rejected and not charged."
			className="max-w-4xl"
		>
			{failed?.isError ? <LoadFailure title="Couldn't load usage limits" query={failed} /> : null}
			{!failed && (members.isPending || workspace.isPending || access.isPending) ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading usage limits</p>
					<Skeleton className="h-24 rounded-card" />
					<Skeleton className="h-16" />
					<Skeleton className="h-16" />
				</div>
			) : null}
			{!failed && members.data && workspace.data && access.data ? (
				access.data.can_access_workspace_settings ? (
					<Limits members={members.data} workspace={workspace.data} />
				) : (
					<EmptyState icon={<Lock aria-hidden="true" />} title="You don't have access">
						Only workspace admins can view and set member limits.
					</EmptyState>
				)
			) : null}
		</Page>
	);
}

function Limits({ members, workspace }: { members: Member[]; workspace: Workspace }) {
	const { character_count: used, character_limit: limit } = workspace.subscription;
	return (
		<>
			<Card className="mb-6 px-5 py-4">
				<div className="flex flex-wrap justify-between gap-x-4 tabular">
					<h2 className="font-medium">Workspace usage this period</h2>
					<p className="text-muted">
						{count(used)} of {count(limit)} credits used
					</p>
				</div>
				<Progress
					label={`${count(used)} of ${count(limit)} credits used by the workspace`}
					value={used}
					max={limit}
					className="mt-2 h-1.5 [&>div]:bg-ink"
				/>
			</Card>
			<DefaultLimit key={workspace.default_usage_limit} workspace={workspace} />
			<ul className="rounded-card border border-line bg-raised" aria-label="Member limits">
				{members.map((member) => (
					<li
						key={member.user_id}
						className="flex flex-wrap items-start gap-x-8 gap-y-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5"
					>
						<div className="min-w-0 flex-1 basis-52">
							<h3 className="truncate font-medium" title={member.name || member.email}>
								{member.name || member.email}
							</h3>
							<p className="truncate text-[13px] text-muted" title={member.email}>
								{member.email}
							</p>
							<Spent member={member} />
						</div>
						<LimitForm key={member.usage_limit} member={member} />
					</li>
				))}
			</ul>
		</>
	);
}

function Spent({ member }: { member: Member }) {
	const used = member.character_count ?? 0;
	const { usage_limit: limit } = member;
	return (
		<div className="mt-2 max-w-64 text-[13px] tabular">
			<p>
				{count(used)} used
				<span className="text-muted">{limit === null ? ", no individual limit" : ` of ${count(limit)}`}</span>
			</p>
			{limit === null ? null : (
				<Progress
					label={`${count(used)} of ${count(limit)} credits used by ${member.name || member.email}`}
					value={used}
					max={limit}
					className="mt-1.5 [&>div]:bg-ink"
				/>
			)}
		</div>
	);
}
