import { useQuery } from "@tanstack/react-query";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { counted } from "../../../lib/format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { userQuery } from "../../usage/usage.public.tsx";
import { isOffered, useRecentVoices } from "../voices.choice.public.ts";
import { voicesQuery } from "../voices.public.tsx";
import { ChoiceSection, lineHeight, titleHeight } from "./choice-section.tsx";
import { linesOf, type PickerLine, searchField, voiceAfter } from "./picker-lines.ts";
import { sectionsOf } from "./picker-sections.ts";
import { VoiceFilter, type VoiceFilterValue } from "./voice-filter.tsx";

const noVoices: Voice[] = [];
const search = "input[type=search]";
const choice = "[data-choice]";
const preview = "button:not([data-choice])";

type VoiceChoicesProps = { voices: Voice[] | undefined; value: Voice; onChange: (voice: Voice) => void };

/** All voices, or those that will do, to search, hear and choose from. Only the rows in sight exist. */
export function VoiceChoices({ voices: given, value, onChange }: VoiceChoicesProps) {
	const { data: all = noVoices } = useQuery(voicesQuery);
	const voices = given ?? all;
	const [filter, setFilter] = useState<VoiceFilterValue>({ search: "", language: "" });
	const { data: user } = useQuery(userQuery);
	const [recent, use] = useRecentVoices();
	const [focused, setFocused] = useState<number | null>(null);
	const narrow = useMedia("(max-width: 39.99rem)");
	const box = useRef<HTMLDivElement>(null);
	const list = useRef<HTMLDivElement>(null);
	useSearchFirst(box);

	const offered = useMemo(() => voices.filter(isOffered), [voices]);
	const sections = useMemo(() => sectionsOf(offered, recent, filter), [offered, recent, filter]);
	const lines = useMemo(() => linesOf(sections), [sections]);
	const stops = useMemo(() => lines.flatMap((line, at) => (line.kind === "voice" ? at : [])), [lines]);
	const heightOf = useCallback((at: number) => lineHeight(lines[at], narrow), [lines, narrow]);
	// Another function has the places of all rows worked out anew: other words put other voices there, of other heights.
	const keyOf = useCallback((at: number) => `${at} ${heightOf(at)}`, [heightOf]);
	// The row with the focus exists wherever the list is scrolled to: were it taken away, the keyboard would be nowhere.
	const kept = focused === null ? undefined : stops[focused];
	const withKept = useCallback((range: Range) => rangeWith(range, kept), [kept]);
	const rows = useVirtualizer({
		count: lines.length,
		getScrollElement: () => list.current,
		estimateSize: heightOf,
		getItemKey: keyOf,
		rangeExtractor: withKept,
		scrollPaddingStart: titleHeight,
		initialRect: { width: 480, height: 384 },
		overscan: 4,
	});

	const filterBy = (next: VoiceFilterValue) => {
		setFilter(next);
		setFocused(null);
		list.current?.scrollTo(0, 0);
	};
	const choose = useCallback(
		(voice: Voice) => {
			use(voice.voice_id);
			onChange(voice);
		},
		[use, onChange],
	);
	const focusOn = (index: number, cell: string) => {
		// At once: the next press may come before the next frame, and has to find the focus where this one put it.
		flushSync(() => setFocused(index));
		const row = list.current?.querySelector(`[data-row="${index}"]`);
		const target = row?.querySelector<HTMLElement>(cell) ?? row?.querySelector<HTMLElement>(choice);
		target?.focus({ preventScroll: true });
		rows.scrollToIndex(stops[index] ?? 0, { align: "auto" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const place = placeOf(event.target);
		if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
		const { index, cell } = place;
		const aside = { ArrowLeft: preview, ArrowRight: choice }[event.key];
		const next = aside && index !== searchField ? index : voiceAfter(event.key, index, stops.length);
		const field = box.current?.querySelector<HTMLElement>(search);
		if (next !== null) {
			event.preventDefault();
			if (next === searchField) field?.focus();
			else focusOn(next, aside ?? cell);
		} else if (index !== searchField && isWriting(event.key)) {
			// Who begins to type in the list means the search; the letter itself follows the focus.
			field?.focus();
		}
	};
	const onFocus = (event: FocusEvent) => {
		const place = placeOf(event.target);
		if (place && place.index !== searchField) setFocused(place.index);
	};
	const found = sections.reduce((sum, section) => sum + section.voices.length + section.more, 0);
	const items = rows.getVirtualItems();
	const firstInSight = items.flatMap((item) => voiceAt(lines[item.index]) ?? [])[0];
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from the search into the list and through it
		<div ref={box} className="flex flex-col gap-3" onKeyDown={onKeyDown} onFocus={onFocus}>
			<div className="px-px">
				<VoiceFilter voices={offered} value={filter} onChange={filterBy} />
			</div>
			<p role="status" className="sr-only">
				{counted(found, "voice")}
			</p>
			<div ref={list} className="relative -mx-2 h-96 max-h-[50dvh] overflow-y-auto overscroll-contain">
				{sections.map((section, at) => (
					<ChoiceSection
						key={section.title}
						section={section}
						lines={lines}
						items={items.filter((item) => lines[item.index]?.section === at)}
						narrow={narrow}
						chosenId={value.voice_id}
						tabbable={focused ?? firstInSight ?? 0}
						inProbation={user?.is_in_probation ?? false}
						onChoose={choose}
					/>
				))}
				{found === 0 ? <p className="py-16 text-center text-muted">No voice fits. Try fewer words.</p> : null}
			</div>
			<div className="flex items-center justify-between gap-4 text-[13px] text-muted">
				<p className="flex items-center gap-1 max-sm:hidden">
					<Kbd>↑</Kbd>
					<Kbd>↓</Kbd> move, <Kbd>←</Kbd> hear, <Kbd>Enter</Kbd> choose
				</p>
				<Link
					to="/app/voice-library"
					className="ml-auto shrink-0 font-medium text-ink underline-offset-2 hover:underline"
				>
					Find more voices
				</Link>
			</div>
		</div>
	);
}

const voiceAt = (line: PickerLine | undefined) => (line?.kind === "voice" ? line.index : undefined);

/** Typing finds at once. Not where it would bring up a keyboard on the screen, over half of the list. */
function useSearchFirst(box: { current: HTMLElement | null }) {
	useEffect(() => {
		if (!matchMedia("(pointer: fine)").matches) return;
		// After the dialog has given the focus to its first control.
		const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(search)?.focus());
		return () => cancelAnimationFrame(frame);
	}, [box]);
}

const isWriting = (key: string) => key.length === 1 && key !== " ";

/** Which voice of the list has the focus, and which of its two buttons; the search field counts as the place above the first. */
function placeOf(target: EventTarget): { index: number; cell: string } | null {
	if (!(target instanceof HTMLElement)) return null;
	if (target.matches(search)) return { index: searchField, cell: choice };
	const row = target.closest<HTMLElement>("[data-row]");
	return row ? { index: Number(row.dataset.row), cell: target.matches(choice) ? choice : preview } : null;
}

function rangeWith(range: Range, kept: number | undefined): number[] {
	const lines = defaultRangeExtractor(range);
	if (kept === undefined || kept >= range.count || lines.includes(kept)) return lines;
	return [...lines, kept].sort((a, b) => a - b);
}
