import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { AudioLines } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { speechPath } from "../../lib/redirect.ts";
import { useInAddress } from "../../lib/use-in-address.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { subscriptionQuery } from "../usage/usage.public.tsx";
import { ExportBar } from "./components/export-bar.tsx";
import { HistoryDetail } from "./components/history-detail.tsx";
import { type HistoryFilter, isFiltered, noFilter, readFilter, writeFilter } from "./components/history-filter.ts";
import { HistoryFilters } from "./components/history-filters.tsx";
import type { LineActions } from "./components/history-line.tsx";
import { HistoryList } from "./components/history-list.tsx";
import {
	allSelected,
	isEmptySelection,
	nothingSelected,
	pressed,
	type Selection,
	without,
} from "./components/selection.ts";
import { SelectionBar } from "./components/selection-bar.tsx";
import { ShareDialog } from "./components/share-dialog.tsx";
import { useExport } from "./history.export.queries.ts";
import { historyPages, useDelete, useForgetOlder } from "./history.queries.ts";

export const meta = () => [{ title: "History - Timbre" }];

const mostDeleted = 200;

export default function HistoryPage() {
	const [params, setParams] = useSearchParams();
	const [filter, setFilter] = useState(() => readFilter(params));
	const settled = useSettled(filter);
	const archive = useExport();
	const forgetOlder = useForgetOlder();
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the page goes
	useEffect(() => () => void forgetOlder(), []);
	useInAddress(settled, writeFilter);
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
					<h1 className="font-semibold text-xl tracking-tight">History</h1>
					<p className="mt-0.5 text-muted max-sm:hidden">Everything this workspace has spoken, newest first.</p>
				</div>
				<HistoryFilters value={filter} onChange={setFilter} />
			</div>
			{archive.archive ? (
				<ExportBar
					archive={archive.archive}
					underWay={archive.underWay}
					cancelling={archive.cancel.isPending}
					onCancel={() => archive.cancel.mutate()}
					onDismiss={archive.forget}
				/>
			) : null}
			<Generations
				key={JSON.stringify(settled)}
				filter={settled}
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
	archive: ReturnType<typeof useExport>;
	opened: string | null;
	onOpen: (id: string | null) => void;
	onClearFilter: () => void;
};

function Generations({ filter, archive, opened, onOpen, onClearFilter }: GenerationsProps) {
	const pages = useInfiniteQuery(historyPages(filter));
	const items = useMemo(() => pages.data?.pages.flatMap((page) => page.history) ?? [], [pages.data]);
	const ids = useMemo(() => items.map((item) => item.history_item_id), [items]);
	const [selection, setSelection] = useState<Selection>(nothingSelected);
	const [shared, setShared] = useState<string | null>(null);
	const subscription = useQuery(subscriptionQuery);
	const mayShare = subscription.data !== undefined && subscription.data.tier !== "enterprise";
	const { mutate: remove } = useDelete();

	const removeAll = useCallback(
		(gone: string[]) => {
			setSelection((current) => without(current, gone));
			remove(gone);
		},
		[remove],
	);
	const actions: LineActions = useMemo(
		() => ({
			press: (index, shift) => setSelection((current) => pressed(current, ids, index, shift)),
			open: onOpen,
			share: setShared,
			remove: (id) => removeAll([id]),
			mayShare,
		}),
		[ids, onOpen, removeAll, mayShare],
	);
	const { fetchNextPage } = pages;
	const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);

	if (pages.isPending) return <Loading />;
	if (pages.isError && items.length === 0) {
		return <LoadFailure title="The history could not be loaded" query={pages} />;
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
					undeletable={
						amount === undefined || amount > mostDeleted ? `At most ${mostDeleted} can be deleted at once.` : undefined
					}
					onDownload={(format) =>
						archive.start.mutate({ wanted: selection.all ? { filter } : { ids: chosen }, format })
					}
					onDelete={() => removeAll(chosen)}
					onAll={() => setSelection(allSelected)}
					onClear={() => setSelection(nothingSelected)}
				/>
			)}
			{items.length === 0 ? (
				<Empty filtered={isFiltered(filter)} onClear={onClearFilter} />
			) : (
				<HistoryList
					items={items}
					selection={selection}
					actions={actions}
					hasMore={pages.hasNextPage}
					loadingMore={pages.isFetchingNextPage}
					onMore={more}
					onClearSelection={() => setSelection(nothingSelected)}
				/>
			)}
			<HistoryDetail
				itemId={opened}
				mayShare={mayShare}
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

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
	if (filtered) {
		return (
			<EmptyState title="Nothing fits" action={<Button onClick={onClear}>Show all</Button>}>
				No generation has these words, this voice, source and time.
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={<AudioLines aria-hidden="true" />}
			title="Nothing spoken yet"
			action={
				<Button asChild variant="primary">
					<Link to={speechPath}>Write something</Link>
				</Button>
			}
		>
			Every generation is kept here with its text and sound, to hear again, download or delete.
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
