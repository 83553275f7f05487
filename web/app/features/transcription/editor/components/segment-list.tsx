import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { cn } from "@timbre/ui/cn.ts";
import { type KeyboardEvent, type MouseEvent, type Ref, useCallback, useImperativeHandle, useRef } from "react";
import { flushSync } from "react-dom";
import { speakersOf, type TranscriptDocument } from "../model/document.ts";
import { type Place, stepSegment, stepWord } from "../model/places.ts";
import type { Match } from "../model/search.ts";
import { type RowActions, SegmentRow } from "./segment-row.tsx";
import { useSpokenWord } from "./use-spoken-word.ts";
import type { TranscriptAudio } from "./use-transcript-audio.ts";

/** Of one segment, until it is measured. */
const estimatedHeight = 96;

export type SegmentListHandle = { focus: (place: Place) => void; show: (segment: number) => void };

type SegmentListProps = {
	ref: Ref<SegmentListHandle>;
	document: TranscriptDocument;
	threshold: number;
	/** The word with the keyboard focus. */
	place: Place;
	onPlace: (place: Place) => void;
	editing: { segmentId: number; word: number | null } | null;
	matches: readonly Match[];
	match: Match | undefined;
	audio: TranscriptAudio;
	actions: RowActions;
	/** Keys with a meaning only for the focused word. Returns whether the key was handled. */
	onWordKey: (event: KeyboardEvent, place: Place) => boolean;
};

const markStyle = cn(
	"[&_[data-word]]:rounded-[3px] [&_[data-word]]:decoration-2 [&_[data-word]]:underline-offset-4",
	"[&_[data-event]]:text-muted [&_[data-event]]:italic",
	"[&_[data-doubt=some]]:bg-[color-mix(in_srgb,var(--warning)_12%,transparent)] [&_[data-doubt=some]]:underline [&_[data-doubt=some]]:decoration-dotted [&_[data-doubt=some]]:decoration-warning",
	"[&_[data-doubt=strong]]:bg-[color-mix(in_srgb,var(--danger)_14%,transparent)] [&_[data-doubt=strong]]:underline [&_[data-doubt=strong]]:decoration-wavy [&_[data-doubt=strong]]:decoration-danger [&_[data-doubt=strong]]:decoration-1",
	"[&_[data-found]]:shadow-[inset_0_-2px_0_var(--accent)] [&_[data-found=here]]:bg-accent [&_[data-found=here]]:text-surface",
	"[&_[data-spoken]]:bg-ink [&_[data-spoken]]:text-on-ink [&_[data-spoken]]:no-underline [&_[data-spoken]]:shadow-[0_0_0_2px_var(--ink)]",
);

/** The transcript. Renders only the visible segments and the one with the keyboard focus. */
export function SegmentList(props: SegmentListProps) {
	const { ref, document, threshold, place, onPlace, editing, matches, match, audio, actions, onWordKey } = props;
	const { segments, names } = document;
	const box = useRef<HTMLDivElement>(null);
	const keyOf = useCallback((index: number) => segments[index]?.id ?? index, [segments]);
	// Always render the segment with the focus, wherever the list is scrolled: removing it would lose the focus.
	const focused = Math.min(place.segment, segments.length - 1);
	const withFocused = useCallback(
		(range: Range) => {
			const shown = defaultRangeExtractor(range);
			if (focused < 0 || shown.includes(focused)) return shown;
			return [...shown, focused].sort((one, other) => one - other);
		},
		[focused],
	);
	const rows = useVirtualizer({
		count: segments.length,
		getScrollElement: () => box.current,
		estimateSize: () => estimatedHeight,
		getItemKey: keyOf,
		rangeExtractor: withFocused,
		overscan: 4,
	});
	const show = useCallback((index: number) => rows.scrollToIndex(index, { align: "auto" }), [rows]);
	useSpokenWord(box, document, audio.itemId, {
		isVisible: (index) => rows.range !== null && index >= rows.range.startIndex && index <= rows.range.endIndex,
		show,
	});
	const focus = (next: Place) => {
		// Render synchronously: the next key press may come before the next frame and must find the focus in place.
		flushSync(() => onPlace(next));
		const word = wordElement(box.current, next);
		word?.focus({ preventScroll: true });
		show(next.segment);
		requestAnimationFrame(() => word?.scrollIntoView({ block: "nearest" }));
	};
	useImperativeHandle(ref, () => ({ focus, show }));

	const onKeyDown = (event: KeyboardEvent) => {
		const at = placeOf(event.target);
		if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
		const next = nextPlaceOf(document, at, event.key);
		if (next) focus(next);
		else if (!onWordKey(event, at)) return;
		event.preventDefault();
	};
	const onClick = (event: MouseEvent) => {
		const at = placeOf(event.target);
		// Ignore the click that ends a text selection, and the second one of a double click.
		if (!at || event.detail > 1 || window.getSelection()?.isCollapsed === false) return;
		onPlace(at);
		const word = segments[at.segment]?.words[at.word];
		if (word) audio.playFrom(word.start);
	};
	const speakers = speakersOf(document);
	const speakersKey = speakers.join();
	const stableSpeakers = useStable(speakers, speakersKey);
	const bySegment = Map.groupBy(matches, ({ segment }) => segment);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: words are reached with the arrow keys
		<div
			ref={box}
			data-testid="segments"
			onKeyDown={onKeyDown}
			onClick={onClick}
			className={cn(
				"relative min-h-0 flex-1 overflow-y-auto pb-8",
				audio.available && "[&_[data-word]]:cursor-pointer",
				markStyle,
			)}
		>
			<ol aria-label="Transcript" className="relative mx-auto max-w-5xl" style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map((row) => {
					const segment = segments[row.index];
					if (!segment) return null;
					const here = match?.segment === row.index ? `${match.firstWord}-${match.lastWord}` : "";
					return (
						<li
							key={row.key}
							ref={rows.measureElement}
							data-index={row.index}
							aria-setsize={segments.length}
							aria-posinset={row.index + 1}
							// Not moved with a transform, which would put the menu of a row below the next row.
							className="absolute inset-x-0"
							style={{ top: row.start }}
						>
							<SegmentRow
								segment={segment}
								index={row.index}
								names={names}
								speakers={stableSpeakers}
								threshold={threshold}
								current={focused === row.index ? Math.min(place.word, segment.words.length - 1) : null}
								found={(bySegment.get(row.index) ?? [])
									.map(({ firstWord, lastWord }) => `${firstWord}-${lastWord}`)
									.join(" ")}
								foundHere={here}
								editing={editing?.segmentId === segment.id ? editing.word : undefined}
								canPlay={audio.available}
								actions={actions}
							/>
						</li>
					);
				})}
			</ol>
		</div>
	);
}

/** Where an arrow key leads. */
function nextPlaceOf(document: TranscriptDocument, at: Place, key: string): Place | undefined {
	if (key === "ArrowRight") return stepWord(document, at, 1);
	if (key === "ArrowLeft") return stepWord(document, at, -1);
	if (key === "ArrowDown") return stepSegment(document, at, 1);
	return key === "ArrowUp" ? stepSegment(document, at, -1) : undefined;
}

/** Keeps the value while its key is the same. */
function useStable<T>(value: T, key: string): T {
	const kept = useRef({ value, key });
	if (kept.current.key !== key) kept.current = { value, key };
	return kept.current.value;
}

function placeOf(target: EventTarget | null): Place | null {
	const { segment, at } = target instanceof HTMLElement ? target.dataset : {};
	return segment === undefined || at === undefined ? null : { segment: Number(segment), word: Number(at) };
}

function wordElement(box: HTMLElement | null, { segment, word }: Place): HTMLElement | null {
	return box?.querySelector<HTMLElement>(`[data-segment="${segment}"][data-at="${word}"]`) ?? null;
}
