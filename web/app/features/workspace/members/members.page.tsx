import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { count, counted } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { ReadOnlyNote } from "../components/admins-only.tsx";
import { Seats } from "../components/seats.tsx";
import { accessQuery, membersQuery, seatsQuery } from "../workspace.queries.ts";
import { InviteDialog } from "./components/invite-dialog.tsx";
import { MemberList } from "./components/member-list.tsx";
import { PendingInvites } from "./components/pending-invites.tsx";

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
			description="People in this workspace and their roles."
			actions={
				mayInvite ? (
					<Button variant="primary" disabled={seats.data?.available_seats === 0} onClick={() => setInviting(true)}>
						<UserPlus aria-hidden="true" />
						Invite members
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
			{members.isError ? <LoadFailure title="Couldn't load members" query={members} /> : null}
			{access.isError && !members.isError ? (
				<LoadFailure title="Couldn't load your permissions" query={access} />
			) : null}
			{members.data && access.data ? (
				<>
					{access.data.can_access_workspace_settings ? null : (
						<ReadOnlyNote>
							{mayInvite
								? "You can invite members. Workspace admins manage roles and limits."
								: "You're an editor. Workspace admins invite members and manage their roles."}
						</ReadOnlyNote>
					)}
					<Card className="mb-6 px-5 py-4">
						<Seats />
					</Card>
					<MemberSearch members={members.data} access={access.data} />
					{mayInvite ? <PendingInvites /> : null}
				</>
			) : null}
			{inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
		</Page>
	);
}

type MemberSearchProps = Parameters<typeof MemberList>[0];

/** The search field appears from this number of members. */
const minMembersForSearch = 9;

function MemberSearch({ members, access }: MemberSearchProps) {
	const [search, setSearch] = useState("");
	const term = search.trim().toLowerCase();
	const matches = members.filter((one) => `${one.name}\n${one.email}`.toLowerCase().includes(term));
	return (
		<section aria-label="Members">
			{members.length >= minMembersForSearch ? (
				<div className="mb-3 flex flex-wrap items-center gap-3">
					<SearchInput
						label="Find a member"
						className="min-w-48 flex-1 sm:max-w-72"
						value={search}
						onChange={(event) => setSearch(event.target.value)}
					/>
					<p role="status" className="text-[13px] text-muted tabular">
						{term ? `${count(matches.length)} of ` : ""}
						{counted(members.length, "member")}
					</p>
				</div>
			) : null}
			{matches.length === 0 ? (
				<EmptyState title="No members found" action={<Button onClick={() => setSearch("")}>Clear search</Button>}>
					Search looks at names and email addresses.
				</EmptyState>
			) : (
				<MemberList members={matches} access={access} />
			)}
		</section>
	);
}
