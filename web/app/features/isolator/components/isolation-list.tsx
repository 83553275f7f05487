import { useInfiniteQuery } from "@tanstack/react-query";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { AudioWaveform, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useDebouncedValue } from "../../../lib/forms/use-debounced-value.ts";
import { ago } from "../../../lib/text/format.ts";
import { type IsolationItem, isolationsQuery } from "../isolator.queries.ts";

type IsolationListProps = {
	openId: string | null;
	onOpen: (id: string) => void;
	onDelete: (id: string) => void;
};

const stateTexts: Partial<Record<IsolationItem["state"], string>> = {
	queued: "Waiting",
	running: "In progress",
	failed: "Failed",
	cancelled: "Canceled",
};
const searchDelayMs = 250;

/** Earlier recordings, newest first. */
export function IsolationList({ openId, onOpen, onDelete }: IsolationListProps) {
	const [search, setSearch] = useState("");
	const delayed = useDebouncedValue(search.trim(), searchDelayMs);
	const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
		isolationsQuery(delayed),
	);
	const items = data?.pages.flatMap((page) => page.items) ?? [];
	const searching = search !== "" || delayed !== "";
	return (
		<section aria-labelledby="isolations" className="mt-10">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 id="isolations" className="font-medium">
					History
				</h2>
				{searching || items.length > 0 ? (
					<SearchInput
						label="Search recordings"
						value={search}
						onChange={(event) => setSearch(event.target.value)}
						className="w-full sm:w-64"
					/>
				) : null}
			</div>
			{error ? (
				<ErrorState
					title="Couldn't load recordings"
					message={messageOf(error)}
					onRetry={() => void refetch()}
					busy={isFetching}
				/>
			) : !data ? (
				<Skeleton className="h-32" />
			) : items.length === 0 ? (
				<EmptyState
					icon={<AudioWaveform aria-hidden="true" />}
					title={searching ? "No recordings found" : "No recordings yet"}
				>
					{searching ? "Try another name." : "Recordings appear here with both versions."}
				</EmptyState>
			) : (
				<ul className="divide-y divide-line rounded-card border border-line bg-raised">
					{items.map((item) => (
						<li key={item.id} className="flex items-center gap-3 px-4 py-2.5">
							<button
								type="button"
								aria-current={item.id === openId ? "true" : undefined}
								onClick={() => onOpen(item.id)}
								className="min-w-0 flex-1 rounded text-left hover:underline aria-[current]:font-medium"
							>
								<span className="block break-words">{item.title}</span>
								<span className="block text-[13px] text-muted">
									{[
										stateTexts[item.state],
										item.duration_seconds === null ? null : formatTime(item.duration_seconds),
										item.supports_video ? "Video" : null,
										ago(item.created_at_unix),
									]
										.filter(Boolean)
										.join(" · ")}
								</span>
							</button>
							<IconButton label={`Delete ${item.title}`} size="small" onClick={() => onDelete(item.id)}>
								<Trash2 aria-hidden="true" />
							</IconButton>
						</li>
					))}
				</ul>
			)}
			{hasNextPage ? (
				<Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					Load more
				</Button>
			) : null}
		</section>
	);
}
