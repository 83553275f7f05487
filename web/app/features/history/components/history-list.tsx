import { useVirtualizer } from "@tanstack/react-virtual";
import type { HistoryItem } from "@timbre/contract/history.ts";
import { Spinner } from "@timbre/ui/primitives/spinner.tsx";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { HistoryLine, type LineActions, lineHeight } from "./history-line.tsx";
import { isEmptySelection, isSelected, type Selection } from "./selection.ts";

const ahead = 40;

type HistoryListProps = {
	items: HistoryItem[];
	selection: Selection;
	actions: LineActions;
	hasMore: boolean;
	loadingMore: boolean;
	onMore: () => void;
	onClearSelection: () => void;
};

/** Only the rows in sight exist; more are fetched before the end is reached. */
export function HistoryList(props: HistoryListProps) {
	const { items, selection, actions, hasMore, loadingMore, onMore } = props;
	const box = useRef<HTMLDivElement>(null);
	// Another function would have the places of all rows computed again, with every frame.
	const keyOf = useCallback((index: number) => items[index]?.history_item_id ?? index, [items]);
	const rows = useVirtualizer({
		count: items.length,
		getScrollElement: () => box.current,
		estimateSize: () => lineHeight,
		getItemKey: keyOf,
		overscan: 8,
	});
	const shown = rows.getVirtualItems();
	const last = shown.at(-1)?.index ?? 0;
	useEffect(() => {
		if (hasMore && !loadingMore && last >= items.length - ahead) onMore();
	}, [hasMore, loadingMore, last, items.length, onMore]);

	const selecting = !isEmptySelection(selection);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape" && selecting) props.onClearSelection();
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const line = event.target instanceof HTMLElement ? event.target.dataset.line : undefined;
		if (!step || line === undefined) return;
		event.preventDefault();
		const next = Math.max(0, Math.min(items.length - 1, Number(line) + step));
		const focus = () =>
			box.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus({ preventScroll: true });
		focus();
		rows.scrollToIndex(next, { align: "auto" });
		requestAnimationFrame(focus);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrows go from row to row
		<div ref={box} onKeyDown={onKeyDown} className="relative min-h-0 flex-1 overflow-y-auto" data-testid="history-list">
			<ul aria-label="Generations" className="relative" style={{ height: rows.getTotalSize() }}>
				{shown.map((row) => {
					const item = items[row.index];
					return item ? (
						<HistoryLine
							key={row.key}
							item={item}
							index={row.index}
							selected={isSelected(selection, item.history_item_id)}
							actions={actions}
							top={row.start}
						/>
					) : null;
				})}
			</ul>
			{loadingMore ? (
				<p role="status" className="flex items-center justify-center gap-2 py-4 text-[13px] text-muted">
					<Spinner /> Loading older ones
				</p>
			) : null}
		</div>
	);
}
