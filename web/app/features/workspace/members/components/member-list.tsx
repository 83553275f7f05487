import { useQuery } from "@tanstack/react-query";
import type { Member } from "@timbre/contract/workspace/schemas.ts";
import { Avatar } from "@timbre/ui/primitives/avatar.tsx";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { type ReactNode, useState } from "react";
import { useMedia } from "../../../../lib/page/use-media.ts";
import { ago, count } from "../../../../lib/text/format.ts";
import { useUser } from "../../../../shell/session/session.ts";
import { RoleSelect } from "../../components/role-select.tsx";
import { type Access, groupsQuery } from "../../workspace.queries.ts";
import { MemberMenu } from "./member-menu.tsx";

type MemberListProps = { members: readonly Member[]; access: Access };

const pageSize = 50;

/** A table on wide screens, otherwise a card for each member. */
export function MemberList({ members, access }: MemberListProps) {
	const wide = useMedia("(min-width: 80rem)");
	const [shown, setShown] = useState(pageSize);
	const { data: groups = [] } = useQuery(groupsQuery);
	const names = new Map(groups.map((group) => [group.id, group.name]));
	const Layout = wide ? MemberTable : MemberCards;
	const actions = access.can_access_workspace_settings || access.can_remove_members || access.can_manage_group_members;
	return (
		<>
			<Layout members={members.slice(0, shown)} access={access} groupNames={names} actions={actions} />
			{members.length > shown ? (
				<div className="mt-5 flex justify-center">
					<Button onClick={() => setShown(shown + pageSize)}>
						Show {Math.min(pageSize, members.length - shown)} more
					</Button>
				</div>
			) : null}
		</>
	);
}

type LayoutProps = MemberListProps & { groupNames: ReadonlyMap<string, string>; actions: boolean };

function MemberTable({ members, access, groupNames, actions }: LayoutProps) {
	return (
		<table className="w-full border-separate border-spacing-0 rounded-card border border-line bg-raised text-left">
			<caption className="sr-only">Members of the workspace</caption>
			<thead>
				<tr className="text-[13px] text-muted">
					<Head>Member</Head>
					<Head>Role</Head>
					<Head>Groups</Head>
					<Head>Last active</Head>
					<Head>Credits used</Head>
					{actions ? (
						<Head>
							<span className="sr-only">Actions</span>
						</Head>
					) : null}
				</tr>
			</thead>
			<tbody>
				{members.map((member) => (
					<tr key={member.user_id} className="align-middle [&>td]:border-line [&>td]:border-t">
						<td className="w-full max-w-0 px-4 py-3">
							<Person member={member} />
						</td>
						<td className="px-2 py-3">
							<RoleSelect member={member} mayChange={access.can_access_workspace_settings} />
						</td>
						<td className="min-w-24 max-w-36 px-2 py-3 text-[13px]">
							<Groups ids={member.group_ids} names={groupNames} />
						</td>
						<td className="whitespace-nowrap px-2 py-3 text-[13px] text-muted">
							<LastActive member={member} />
						</td>
						<td className="min-w-28 px-2 py-3 text-[13px]">
							<Spent member={member} />
						</td>
						{actions ? (
							<td className="py-3 pr-3 text-right">
								<MemberMenu member={member} access={access} />
							</td>
						) : null}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Head({ children }: { children: ReactNode }) {
	return (
		<th scope="col" className="whitespace-nowrap px-2 py-2.5 font-medium first:pl-4">
			{children}
		</th>
	);
}

function MemberCards({ members, access, groupNames, actions }: LayoutProps) {
	return (
		<ul className="flex flex-col gap-3" aria-label="Members of the workspace">
			{members.map((member) => (
				<li key={member.user_id} className="rounded-card border border-line bg-raised p-4">
					<div className="flex items-start justify-between gap-3">
						<Person member={member} />
						{actions ? <MemberMenu member={member} access={access} /> : null}
					</div>
					<dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-[13px] sm:grid-cols-4">
						<Detail name="Role">
							<RoleSelect member={member} mayChange={access.can_access_workspace_settings} />
						</Detail>
						<Detail name="Groups">
							<Groups ids={member.group_ids} names={groupNames} />
						</Detail>
						<Detail name="Last active">
							<LastActive member={member} />
						</Detail>
						<Detail name="Credits used">
							<Spent member={member} />
						</Detail>
					</dl>
				</li>
			))}
		</ul>
	);
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="mb-1 text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

function Person({ member }: { member: Member }) {
	const self = useUser()?.id === member.user_id;
	return (
		<div className="flex min-w-0 items-center gap-3">
			<Avatar name={member.name || member.email} picture={member.avatar_url} />
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-2">
					<span className="truncate font-medium" title={member.name}>
						{member.name || member.email}
					</span>
					{self ? <span className="text-muted">(you)</span> : null}
					{member.is_owner ? <Badge>Owner</Badge> : null}
					{member.is_locked ? <Badge tone="danger">Locked</Badge> : null}
				</p>
				<p className="truncate text-[13px] text-muted" title={member.email}>
					{member.email}
				</p>
			</div>
		</div>
	);
}

function Groups({ ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> }) {
	const known = ids.flatMap((id) => names.get(id) ?? []);
	if (known.length === 0) return <span className="text-muted">None</span>;
	return (
		<span className="line-clamp-2 break-words" title={known.join(", ")}>
			{known.join(", ")}
		</span>
	);
}

function LastActive({ member }: { member: Member }) {
	return member.last_active_unix === null ? "Not signed in" : ago(member.last_active_unix);
}

function Spent({ member }: { member: Member }) {
	if (member.character_count === null) return <span className="text-muted">Hidden</span>;
	const { usage_limit: limit } = member;
	return (
		<div className="tabular">
			<p>
				{count(member.character_count)}
				{limit === null ? null : <span className="text-muted"> of {count(limit)}</span>}
			</p>
			{limit === null ? null : (
				<Progress
					label={`${count(member.character_count)} of ${count(limit)} credits used`}
					value={member.character_count}
					max={limit}
					className="mt-1.5 [&>div]:bg-ink"
				/>
			)}
		</div>
	);
}
