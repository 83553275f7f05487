import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { SearchInput } from "@timbre/ui/primitives/search-input.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { count, counted } from "../../lib/format.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { ReadOnlyNote } from "./components/admins-only.tsx";
import { InviteDialog } from "./components/invite-dialog.tsx";
import { MemberList } from "./components/member-list.tsx";
import { PendingInvites } from "./components/pending-invites.tsx";
import { Seats } from "./components/seats.tsx";
import { accessQuery, membersQuery, seatsQuery } from "./workspace.queries.ts";

export const meta = () => [{ title: "Members - Timbre" }];

export default function MembersPage() {
	const members = useQuery(membersQuery);
	const access = useQuery(accessQuery);
	const seats = useQuery(seatsQuery);
	const [inviting, setInviting] = useState(false);
	const mayInvite = access.data?.can_invite_members ?? false;
	return (
		<Page
			title="Members"
			description="Who works in this workspace, and what each of them may do."
			actions={
				mayInvite ? (
					<Button variant="primary" disabled={seats.data?.available_seats === 0} onClick={() => setInviting(true)}>
						<UserPlus aria-hidden="true" />
						Invite people
					</Button>
				) : null
			}
		>
			{members.isPending || access.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading members</p>
					<Skeleton className="h-20 rounded-card" />
					<Skeleton className="h-14" />
					<Skeleton className="h-14" />
				</div>
			) : null}
			{members.isError ? <LoadFailure title="The members could not be loaded" query={members} /> : null}
			{access.isError && !members.isError ? (
				<LoadFailure title="Your rights could not be loaded" query={access} />
			) : null}
			{members.data && access.data ? (
				<>
					{access.data.can_access_workspace_settings ? null : (
						<ReadOnlyNote>
							{mayInvite
								? "You can invite people. Admins of the workspace change roles and limits."
								: "You are an editor here. Admins of the workspace invite people and change their roles."}
						</ReadOnlyNote>
					)}
					<Card className="mb-6 px-5 py-4">
						<Seats />
					</Card>
					<Everybody members={members.data} access={access.data} />
					{mayInvite ? <PendingInvites /> : null}
				</>
			) : null}
			{inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
		</Page>
	);
}

type EverybodyProps = Parameters<typeof MemberList>[0];

/** With more people than fit a page one looks for them by name. */
const searchFrom = 9;

function Everybody({ members, access }: EverybodyProps) {
	const [search, setSearch] = useState("");
	const wanted = search.trim().toLowerCase();
	const fitting = members.filter((one) => `${one.name}\n${one.email}`.toLowerCase().includes(wanted));
	return (
		<section aria-label="Members">
			{members.length >= searchFrom ? (
				<div className="mb-3 flex flex-wrap items-center gap-3">
					<SearchInput
						label="Find a member"
						className="min-w-48 flex-1 sm:max-w-72"
						value={search}
						onChange={(event) => setSearch(event.target.value)}
					/>
					<p role="status" className="text-[13px] text-muted tabular">
						{wanted ? `${count(fitting.length)} of ` : ""}
						{counted(members.length, "member")}
					</p>
				</div>
			) : null}
			{fitting.length === 0 ? (
				<EmptyState title="Nobody fits" action={<Button onClick={() => setSearch("")}>Show everybody</Button>}>
					The search looks at names and e-mail addresses.
				</EmptyState>
			) : (
				<MemberList members={fitting} access={access} />
			)}
		</section>
	);
}
