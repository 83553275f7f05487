import { queryOptions, useQuery } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { call } from "../../lib/api/api.ts";
import { messageOf } from "../../lib/api/api-error.ts";
import { HistoryRow } from "./components/history-row.tsx";
import { historyKey } from "./history.public.ts";

const recentQuery = queryOptions({
	queryKey: [...historyKey, "recent"],
	queryFn: async ({ signal }) =>
		(await call(historyPaths.listHistory, { query: { page_size: 15, source: "TTS" }, signal })).history,
});

/** The latest generations, in a short list next to a tool. */
export function RecentHistory() {
	const recent = useQuery(recentQuery);
	if (recent.isPending) {
		return (
			<div aria-busy="true" className="flex flex-col gap-3">
				<p className="sr-only">Loading history</p>
				<Skeleton className="h-12" />
				<Skeleton className="h-12" />
				<Skeleton className="h-12" />
			</div>
		);
	}
	if (recent.isError) {
		return (
			<ErrorState
				title="Couldn't load the history"
				message={messageOf(recent.error)}
				busy={recent.isFetching}
				onRetry={() => void recent.refetch()}
			/>
		);
	}
	if (recent.data.length === 0) {
		return (
			<EmptyState title="No generations yet" className="px-0 py-10">
				Your generations appear here, ready to play and download.
			</EmptyState>
		);
	}
	return (
		<ul>
			{recent.data.map((item) => (
				<HistoryRow key={item.history_item_id} item={item} />
			))}
		</ul>
	);
}
