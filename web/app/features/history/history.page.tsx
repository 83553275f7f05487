import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type HistoryItem, historyEndpoints } from "@timbre/contract/history.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { ConfirmDialog } from "@timbre/ui/primitives/confirm-dialog.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { SearchInput } from "@timbre/ui/primitives/search-input.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../lib/api.ts";
import { isApiError, messageOf } from "../../lib/api-error.ts";
import { player } from "../../lib/player.ts";
import { home } from "../../lib/sign-in-path.ts";
import { toaster } from "../../lib/toaster.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { Page } from "../../shell/page.tsx";
import { HistoryRow } from "./components/history-row.tsx";
import { historyKey } from "./history.public.tsx";
import { historyPages } from "./history.queries.ts";

export const meta = () => [{ title: "History - Timbre" }];

export default function HistoryPage() {
	const [search, setSearch] = useState("");
	const settled = useSettled(search.trim());
	const pages = useInfiniteQuery(historyPages(settled));
	const items = pages.data?.pages.flatMap((page) => page.history) ?? [];
	return (
		<Page
			title="History"
			description="Everything this workspace has spoken, newest first."
			actions={
				<SearchInput
					label="Search the text"
					className="w-full sm:w-64"
					value={search}
					onChange={(event) => setSearch(event.target.value)}
				/>
			}
		>
			{pages.isPending ? <Loading /> : null}
			{pages.isError ? (
				<ErrorState
					title="The history could not be loaded"
					message={pages.error.message}
					requestId={isApiError(pages.error) ? pages.error.requestId : undefined}
					busy={pages.isFetching}
					onRetry={() => void pages.refetch()}
				/>
			) : null}
			{pages.isSuccess && items.length === 0 ? <Empty search={settled} onClear={() => setSearch("")} /> : null}
			<HistoryItems items={items} />
			{pages.hasNextPage ? (
				<div className="mt-6 flex justify-center">
					<Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
						Show older
					</Button>
				</div>
			) : null}
		</Page>
	);
}

function HistoryItems({ items }: { items: HistoryItem[] }) {
	const queryClient = useQueryClient();
	const [doomed, setDoomed] = useState<HistoryItem | null>(null);
	const removal = useMutation({
		mutationFn: (item: HistoryItem) =>
			call(historyEndpoints.deleteHistoryItem, { params: { history_item_id: item.history_item_id } }),
		onSuccess: (_, item) => {
			if (player.state().item?.id === item.history_item_id) player.clear();
			toaster.show({ title: "Deleted", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error) => toaster.show({ title: "Not deleted", detail: messageOf(error), tone: "danger" }),
		onSettled: () => setDoomed(null),
	});
	if (items.length === 0) return null;
	return (
		<>
			<ul className="border-line border-t">
				{items.map((item) => (
					<HistoryRow key={item.history_item_id} item={item} onDelete={() => setDoomed(item)} />
				))}
			</ul>
			<ConfirmDialog
				open={doomed !== null}
				onOpenChange={(open) => !open && setDoomed(null)}
				title="Delete this generation?"
				description="The text and its sound are removed for everyone in the workspace. Credits are not given back."
				action="Delete"
				busy={removal.isPending}
				onConfirm={() => doomed && removal.mutate(doomed)}
			/>
		</>
	);
}

function Empty({ search, onClear }: { search: string; onClear: () => void }) {
	if (search) {
		return (
			<EmptyState title={`Nothing with “${search}”`} action={<Button onClick={onClear}>Show all</Button>}>
				The search looks at the text that was spoken.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={<AudioLines aria-hidden="true" />}
			title="Nothing spoken yet"
			action={
				<Button asChild variant="primary">
					<Link to={home}>Write something</Link>
				</Button>
			}
		>
			Every generation is kept here with its text and sound, to hear again, download or delete.
		</EmptyState>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="border-line border-t">
			<p className="sr-only">Loading history</p>
			{Array.from({ length: 6 }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<div key={i} className="flex items-center gap-4 border-line border-b py-3.5">
					<Skeleton className="size-9 rounded-full" />
					<div className="flex-1">
						<Skeleton className="h-4 w-3/4" />
						<Skeleton className="mt-2 h-3 w-40" />
					</div>
				</div>
			))}
		</div>
	);
}
