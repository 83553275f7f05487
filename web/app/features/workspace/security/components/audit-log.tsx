import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Download, ScrollText } from "lucide-react";
import { useState } from "react";
import { useDebouncedValue } from "../../../../lib/forms/use-debounced-value.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { saveCsv } from "../../../../lib/text/csv.ts";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { auditQuery, fetchAuditEvents, membersQuery } from "../../workspace.queries.ts";
import { auditCsv, auditKinds, auditSentence, kindLabel } from "../model/audit-messages.ts";

const all = "all";
const times = [
	{ value: all, label: "Any time" },
	{ value: "1", label: "Last 24 hours" },
	{ value: "7", label: "Last 7 days" },
	{ value: "30", label: "Last 30 days" },
];
const noFilter = { kind: all, member: all, time: all };
const toParam = (value: string) => (value === all ? "" : value);

/** Audit events, newest first, filtered by text, type, member and time. */
export function AuditLog() {
	const [filter, setFilter] = useState(noFilter);
	const [search, setSearch] = useState("");
	const { data: members = [] } = useQuery(membersQuery);
	const query = {
		class_name: toParam(filter.kind),
		actor_uid: toParam(filter.member),
		days: toParam(filter.time),
		search: useDebouncedValue(search),
	};
	const log = useInfiniteQuery(auditQuery(query));
	const exporting = useMutation({
		mutationFn: () => fetchAuditEvents(query),
		onSuccess: (found) => saveCsv("timbre-audit-log.csv", auditCsv(found)),
		onError: (error) => showError("Couldn't export the audit log", error),
	});
	const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
	const filtered = search.trim() !== "" || Object.values(filter).some((value) => value !== all);
	const clear = () => {
		setFilter(noFilter);
		setSearch("");
	};
	return (
		<>
			<div className="mb-2 flex gap-2">
				<SearchInput
					label="Search events"
					className="min-w-0 flex-1"
					value={search}
					onChange={(event) => setSearch(event.target.value)}
				/>
				<Button busy={exporting.isPending} disabled={entries.length === 0} onClick={() => exporting.mutate()}>
					<Download aria-hidden="true" />
					Export CSV
				</Button>
			</div>
			<div className="mb-4 grid gap-2 sm:grid-cols-3">
				<Select
					label="Event type"
					value={filter.kind}
					options={[{ value: all, label: "All events" }, ...auditKinds]}
					onChange={(kind) => setFilter({ ...filter, kind })}
				/>
				<Select
					label="Member"
					value={filter.member}
					options={[
						{ value: all, label: "All members" },
						...members.map((one) => ({ value: one.user_id, label: one.name || one.email, detail: one.email })),
					]}
					onChange={(member) => setFilter({ ...filter, member })}
				/>
				<Select label="Time" value={filter.time} options={times} onChange={(time) => setFilter({ ...filter, time })} />
			</div>
			{log.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading audit log</p>
					<Skeleton className="h-10" />
					<Skeleton className="h-10" />
					<Skeleton className="h-10" />
				</div>
			) : null}
			{log.isError ? <LoadFailure title="Couldn't load the audit log" query={log} /> : null}
			{log.data && entries.length === 0 ? (
				<EmptyState
					icon={<ScrollText aria-hidden="true" />}
					title={filtered ? "No matching events" : "No events yet"}
					action={filtered ? <Button onClick={clear}>Clear filters</Button> : null}
					className="py-10"
				>
					{filtered ? "No events match these filters." : "Changes to members, roles, keys and settings appear here."}
				</EmptyState>
			) : null}
			{entries.length > 0 ? (
				<ol aria-label="Audit log" className="divide-y divide-line border-line border-y">
					{entries.map((entry) => (
						<Line key={entry.id} entry={entry} />
					))}
				</ol>
			) : null}
			{log.hasNextPage ? (
				<div className="mt-4 flex justify-center">
					<Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
						Show more
					</Button>
				</div>
			) : null}
		</>
	);
}

const dateTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function Line({ entry }: { entry: AuditEntry }) {
	const from = [entry.actor.app_name, entry.device?.ip].filter(Boolean);
	return (
		<li className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
			<p className="min-w-0 break-words">{auditSentence(entry)}</p>
			<time dateTime={entry.time_dt} className="text-[13px] text-muted tabular">
				{dateTime.format(entry.time)}
			</time>
			<p className="text-[13px] text-muted">{[kindLabel(entry.class_name), ...from].join(" · ")}</p>
		</li>
	);
}
