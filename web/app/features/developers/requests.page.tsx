import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { requestLogDays } from "@timbre/contract/developers/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { RotateCw, ScrollText } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { workspacesQuery } from "../../shell/navigation/workspace-switcher.tsx";
import { ListEnd } from "../../shell/page/list-end.tsx";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { RequestRow } from "./components/request-row.tsx";
import { apiRequestsQuery, keysQuery, ownKeys, type RequestStatus, workspaceKeysQuery } from "./developers.queries.ts";

export const meta = () => [{ title: "Request log - Timbre" }];

const statuses: Record<RequestStatus, string> = {
	success: "Succeeded",
	client_error: "Client errors (4xx)",
	server_error: "Server errors (5xx)",
};
const all = "all";

export default function RequestsPage() {
	const [status, setStatus] = useState<RequestStatus>();
	const [keyId, setKeyId] = useState<string>();
	const { data: workspaces } = useQuery(workspacesQuery);
	const isAdmin = workspaces?.find((workspace) => workspace.current)?.role === "admin";
	const keys = useKeyOptions(isAdmin);
	const log = useInfiniteQuery(apiRequestsQuery({ status, keyId }));
	const requests = log.data?.pages.flatMap((page) => page.requests);
	const filtered = status !== undefined || keyId !== undefined;
	return (
		<Page
			title="Request log"
			description={`API requests with ${isAdmin ? "the keys of this workspace" : "your keys"}, kept for ${requestLogDays} days. Texts, audio and parameters are not stored.`}
			actions={
				<Button busy={log.isRefetching && !log.isFetchingNextPage} onClick={() => void log.refetch()}>
					<RotateCw aria-hidden="true" />
					Refresh
				</Button>
			}
			className="max-w-5xl"
		>
			<div className="mb-4 flex flex-wrap gap-2">
				<Select
					label="Filter by API key"
					className="w-full sm:w-56"
					value={keyId ?? all}
					options={[{ value: all, label: "All keys" }, ...keys]}
					onChange={(value) => setKeyId(value === all ? undefined : value)}
				/>
				<Select
					label="Filter by status"
					className="w-full sm:w-56"
					value={status ?? all}
					options={[
						{ value: all, label: "All statuses" },
						...Object.entries(statuses).map(([value, label]) => ({ value, label })),
					]}
					onChange={(value) => setStatus(value === all ? undefined : (value as RequestStatus))}
				/>
			</div>
			{log.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-2">
					<p className="sr-only">Loading requests</p>
					<Skeleton className="h-14" />
					<Skeleton className="h-14" />
					<Skeleton className="h-14" />
				</div>
			) : null}
			{log.isError ? <LoadFailure title="Couldn't load the request log" query={log} /> : null}
			{requests?.length === 0 ? (
				filtered ? (
					<EmptyState icon={<ScrollText aria-hidden="true" />} title="No matching requests">
						Choose another key or status.
					</EmptyState>
				) : (
					<EmptyState
						icon={<ScrollText aria-hidden="true" />}
						title="No requests yet"
						action={
							<Button asChild variant="primary">
								<Link to="/app/settings/api-keys">API keys</Link>
							</Button>
						}
					>
						Requests appear here a moment after you send them with an API key.
					</EmptyState>
				)
			) : null}
			{requests?.length ? (
				<ol aria-label="Requests" className="rounded-card border border-line bg-raised">
					{requests.map((request) => (
						<RequestRow key={request.request_id} request={request} />
					))}
				</ol>
			) : null}
			<ListEnd
				hasMore={log.hasNextPage}
				loading={log.isFetchingNextPage}
				onMore={() => void log.fetchNextPage({ cancelRefetch: false })}
			/>
		</Page>
	);
}

/** The keys to filter by: admins can choose those of other members too. */
function useKeyOptions(isAdmin: boolean) {
	const own = useQuery({ ...keysQuery(ownKeys), enabled: !isAdmin });
	const everyone = useQuery({ ...workspaceKeysQuery, enabled: isAdmin });
	if (!isAdmin) return (own.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
	return (everyone.data ?? []).map(({ key_id, name, owner }) => ({ value: key_id, label: name, detail: owner.name }));
}
