import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { HistorySource } from "@timbre/contract/history/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useDebouncedValue } from "../../../lib/forms/use-debounced-value.ts";
import { useSyncUrlParams } from "../../../lib/page/use-sync-url-params.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { useExport } from "../history.export.queries.ts";
import { historyPagesQuery, useDeleteItems, useTrimPages } from "../history.queries.ts";
import { type HistoryFilter, isFiltered, noFilter, readFilter, writeFilter } from "../model/history-filter.ts";
import {
	allSelected,
	deselect,
	emptySelection,
	isEmptySelection,
	type Selection,
	toggleRow,
} from "../model/selection.ts";
import { ExportBar } from "./export-bar.tsx";
import { HistoryDetail } from "./history-detail.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import type { LineActions } from "./history-line.tsx";
import { HistoryList } from "./history-list.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const maxDeleted = 200;

type HistoryViewProps = {
	title: string;
	description: string;
	/** Shows only generations of this kind. */
	source?: HistorySource;
	/** Where the first one is made, if there are none yet. */
	empty: { text: string; to: string; action: string };
};

/** Searches, plays, shares, downloads and deletes generations. */
export function HistoryView({ title, description, source, empty }: HistoryViewProps) {
	const [params, setParams] = useSearchParams();
	const [filter, setFilter] = useState(() => readFilter(params));
	const debounced = useDebouncedValue(filter);
	const archive = useExport();
	const trimPages = useTrimPages();
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the page unmounts
	useEffect(() => () => void trimPages(), []);
	useSyncUrlParams(debounced, writeFilter);
	const open = useCallback(
		(id: string | null) =>
			setParams((current) => {
				if (id) current.set("item", id);
				else current.delete("item");
				return current;
			}),
		[setParams],
	);
	return (
		<div className="flex h-full flex-col">
			<div className="flex flex-col gap-4 border-line border-b px-4 pt-4 pb-3 md:px-8 md:pt-6">
				<div>
					<h1 className="font-semibold text-xl tracking-tight">{title}</h1>
					<p className="mt-0.5 text-muted max-sm:hidden">{description}</p>
				</div>
				<HistoryFilters value={filter} onChange={setFilter} withSource={source === undefined} />
			</div>
			{archive.archive ? (
				<ExportBar
					archive={archive.archive}
					running={archive.running}
					canceling={archive.cancel.isPending}
					onCancel={() => archive.cancel.mutate()}
					onDismiss={archive.dismiss}
				/>
			) : null}
			<Generations
				key={JSON.stringify(debounced)}
				filter={source === undefined ? debounced : { ...debounced, source }}
				filtered={isFiltered(debounced)}
				empty={empty}
				archive={archive}
				opened={params.get("item")}
				onOpen={open}
				onClearFilter={() => setFilter(noFilter)}
			/>
		</div>
	);
}

type GenerationsProps = {
	filter: HistoryFilter;
	/** Whether the user has set a filter. */
	filtered: boolean;
	empty: HistoryViewProps["empty"];
	archive: ReturnType<typeof useExport>;
	opened: string | null;
	onOpen: (id: string | null) => void;
	onClearFilter: () => void;
};

function Generations({ filter, filtered, empty, archive, opened, onOpen, onClearFilter }: GenerationsProps) {
	const pages = useInfiniteQuery(historyPagesQuery(filter));
	const items = useMemo(() => pages.data?.pages.flatMap((page) => page.history) ?? [], [pages.data]);
	const ids = useMemo(() => items.map((item) => item.history_item_id), [items]);
	const [selection, setSelection] = useState<Selection>(emptySelection);
	const [shared, setShared] = useState<string | null>(null);
	const subscription = useQuery(subscriptionQuery);
	const canShare = subscription.data !== undefined && subscription.data.tier !== "enterprise";
	const { mutate: remove } = useDeleteItems();

	const removeAll = useCallback(
		(removed: string[]) => {
			setSelection((current) => deselect(current, removed));
			remove(removed);
		},
		[remove],
	);
	const actions: LineActions = useMemo(
		() => ({
			toggle: (index, shift) => setSelection((current) => toggleRow(current, ids, index, shift)),
			open: onOpen,
			share: setShared,
			remove: (id) => removeAll([id]),
			canShare,
		}),
		[ids, onOpen, removeAll, canShare],
	);
	const { fetchNextPage } = pages;
	const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);

	if (pages.isPending) return <Loading />;
	if (pages.isError && items.length === 0) {
		return <LoadFailure title="Couldn't load the history" query={pages} />;
	}
	const amount = selection.all ? (pages.hasNextPage ? undefined : items.length) : selection.ids.size;
	const chosen = selection.all ? ids : [...selection.ids];
	return (
		<>
			{isEmptySelection(selection) ? null : (
				<SelectionBar
					amount={amount}
					all={selection.all}
					exporting={archive.start.isPending}
					deleteDisabledReason={
						amount === undefined || amount > maxDeleted
							? `You can delete up to ${maxDeleted} items at a time.`
							: undefined
					}
					onDownload={(format) =>
						archive.start.mutate({ target: selection.all ? { filter } : { ids: chosen }, format })
					}
					onDelete={() => removeAll(chosen)}
					onAll={() => setSelection(allSelected)}
					onClear={() => setSelection(emptySelection)}
				/>
			)}
			{items.length === 0 ? (
				<Empty filtered={filtered} empty={empty} onClear={onClearFilter} />
			) : (
				<HistoryList
					items={items}
					selection={selection}
					actions={actions}
					hasMore={pages.hasNextPage}
					loadingMore={pages.isFetchingNextPage}
					onMore={more}
					onClearSelection={() => setSelection(emptySelection)}
				/>
			)}
			<HistoryDetail
				itemId={opened}
				canShare={canShare}
				onShare={setShared}
				onDelete={(id) => {
					onOpen(null);
					removeAll([id]);
				}}
				onClose={() => onOpen(null)}
			/>
			{shared ? <ShareDialog historyItemId={shared} open onOpenChange={(open) => !open && setShared(null)} /> : null}
		</>
	);
}

type EmptyProps = { filtered: boolean; empty: HistoryViewProps["empty"]; onClear: () => void };

function Empty({ filtered, empty, onClear }: EmptyProps) {
	if (filtered) {
		return (
			<EmptyState title="No matching generations" action={<Button onClick={onClear}>Clear filters</Button>}>
				Try a different search or fewer filters.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={<AudioLines aria-hidden="true" />}
			title="No generations yet"
			action={
				<Button asChild variant="primary">
					<Link to={empty.to}>{empty.action}</Link>
				</Button>
			}
		>
			{empty.text}
		</EmptyState>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="overflow-hidden">
			<p className="sr-only">Loading history</p>
			{Array.from({ length: 8 }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<div key={i} className="flex h-[72px] items-center gap-4 border-line border-b px-4 md:px-8">
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
