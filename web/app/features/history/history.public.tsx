import { queryOptions, useQuery } from "@tanstack/react-query";
import { type HistoryItem, historyEndpoints } from "@timbre/contract/history.ts";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { call } from "../../lib/api.ts";
import { HistoryRow } from "./components/history-row.tsx";

/** Everything the server told of earlier generations starts with this key. */
export const historyKey = ["history"] as const;

const recentQuery = queryOptions({
	queryKey: [...historyKey, "recent"],
	queryFn: async ({ signal }) =>
		(await call(historyEndpoints.listHistory, { query: { page_size: 15, source: "TTS" }, signal })).history,
});

/** The newest generations, short: what a tool page shows beside the tool. */
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
				title="The history could not be loaded"
				message={recent.error.message}
				busy={recent.isFetching}
				onRetry={() => void recent.refetch()}
			/>
		);
	}
	if (recent.data.length === 0) {
		return (
			<EmptyState title="Nothing spoken yet" className="px-0 py-10">
				What you generate is kept here, to hear again and download.
			</EmptyState>
		);
	}
	return (
		<ul>
			{recent.data.map((item) => (
				<HistoryRow key={item.history_item_id} item={item} compact />
			))}
		</ul>
	);
}

const firstWaitMs = 1_000;
const nextWaitMs = 5_000;
const attempts = 10;

/** Waits until a generation just heard is saved. Gives up silently: the sound itself has arrived already. */
export async function findSaved(known: { historyItemId: string | null; requestId: string | null }) {
	await pause(firstWaitMs);
	for (let attempt = 0; attempt < attempts; attempt++) {
		if (attempt > 0) await pause(nextWaitMs);
		const found = await look(known).catch(() => undefined);
		if (found && found.state === "created") return found;
	}
	return undefined;
}

async function look(known: {
	historyItemId: string | null;
	requestId: string | null;
}): Promise<HistoryItem | undefined> {
	if (known.historyItemId) {
		return call(historyEndpoints.getHistoryItem, { params: { history_item_id: known.historyItemId } });
	}
	const { history } = await call(historyEndpoints.listHistory, { query: { page_size: 5 } });
	return history.find((item) => item.request_id !== null && item.request_id === known.requestId);
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
