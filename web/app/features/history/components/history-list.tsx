import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isEmptySelection, isSelected, type Selection } from "../model/selection.ts";
import { HistoryLine, type LineActions, lineHeight } from "./history-line.tsx";

const prefetchRows = 40;

type HistoryListProps = {
	items: HistoryItem[];
	selection: Selection;
	actions: LineActions;
	hasMore: boolean;
	loadingMore: boolean;
	onMore: () => void;
	onClearSelection: () => void;
};

/** Renders only visible rows and loads more before the end is reached. */
export function HistoryList(props: HistoryListProps) {
	const { items, selection, actions, hasMore, loadingMore, onMore } = props;
	const box = useRef<HTMLDivElement>(null);
	// Memoized, because a new function would make the virtualizer recompute all row positions on every frame.
	const keyOf = useCallback((index: number) => items[index]?.history_item_id ?? index, [items]);
	// Always render the focused row, wherever the list is scrolled: removing it would lose the keyboard focus.
	const [focused, setFocused] = useState<number | null>(null);
	const withFocused = useCallback((range: Range) => rangeWith(range, focused), [focused]);
	const rows = useVirtualizer({
		count: items.length,
		getScrollElement: () => box.current,
		estimateSize: () => lineHeight,
		getItemKey: keyOf,
		rangeExtractor: withFocused,
		overscan: 8,
	});
	const shown = rows.getVirtualItems();
	const last = rows.range?.endIndex ?? 0;
	useEffect(() => {
		if (hasMore && !loadingMore && last >= items.length - prefetchRows) onMore();
	}, [hasMore, loadingMore, last, items.length, onMore]);

	const selecting = !isEmptySelection(selection);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape" && selecting) props.onClearSelection();
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const line = lineOf(event.target);
		if (!step || line === null) return;
		event.preventDefault();
		const next = Math.max(0, Math.min(items.length - 1, line + step));
		// Render synchronously: the next key press may come before the next frame and must find the focus in place.
		flushSync(() => setFocused(next));
		box.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus({ preventScroll: true });
		rows.scrollToIndex(next, { align: "auto" });
	};
	const onFocus = (event: FocusEvent) => {
		const line = lineOf(event.target.closest("li")?.querySelector("[data-line]") ?? null);
		if (line !== null) setFocused(line);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between rows
		<div
			ref={box}
			onKeyDown={onKeyDown}
			onFocus={onFocus}
			className="relative min-h-0 flex-1 overflow-y-auto"
			data-testid="history-list"
		>
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
					<Spinner /> Loading more
				</p>
			) : null}
		</div>
	);
}

function lineOf(target: EventTarget | null): number | null {
	const line = target instanceof HTMLElement ? target.dataset.line : undefined;
	return line === undefined ? null : Number(line);
}

function rangeWith(range: Range, line: number | null): number[] {
	const lines = defaultRangeExtractor(range);
	if (line === null || line >= range.count || lines.includes(line)) return lines;
	return [...lines, line].sort((a, b) => a - b);
}
