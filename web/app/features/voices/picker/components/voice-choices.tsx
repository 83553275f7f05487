import { useQuery } from "@tanstack/react-query";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useMedia } from "../../../../lib/page/use-media.ts";
import { counted } from "../../../../lib/text/format.ts";
import { userQuery } from "../../../usage/usage.public.ts";
import { isListed, useRecentVoices } from "../../voices.choice.public.ts";
import { voicesQuery } from "../../voices.public.ts";
import { nextVoiceIndex, type PickerLine, pickerLines, searchFieldIndex } from "../model/picker-lines.ts";
import { pickerSections, type VoiceFilterValue } from "../model/picker-sections.ts";
import { ChoiceSection, lineHeight, titleHeight } from "./choice-section.tsx";
import { VoiceFilter } from "./voice-filter.tsx";

const noVoices: Voice[] = [];
const search = "input[type=search]";
const choice = "[data-choice]";
const preview = "button:not([data-choice])";
/** Plays or pauses the preview of the focused voice. Focus stays on the voice, so Enter chooses it. */
const previewKey = "ArrowLeft";

type VoiceChoicesProps = { voices: Voice[] | undefined; value: Voice; onChange: (voice: Voice) => void };

/** The searchable list of voices in the picker. Virtualized: only visible rows are rendered. */
export function VoiceChoices({ voices: limitedTo, value, onChange }: VoiceChoicesProps) {
	const { data: all = noVoices } = useQuery(voicesQuery);
	const voices = limitedTo ?? all;
	const [filter, setFilter] = useState<VoiceFilterValue>({ search: "", language: "" });
	const { data: user } = useQuery(userQuery);
	const [recent, use] = useRecentVoices();
	const [focused, setFocused] = useState<number | null>(null);
	const narrow = useMedia("(max-width: 39.99rem)");
	const box = useRef<HTMLDivElement>(null);
	const list = useRef<HTMLDivElement>(null);
	useFocusSearch(box);

	const offered = useMemo(() => voices.filter(isListed), [voices]);
	const sections = useMemo(() => pickerSections(offered, recent, filter), [offered, recent, filter]);
	const lines = useMemo(() => pickerLines(sections), [sections]);
	const stops = useMemo(() => lines.flatMap((line, at) => (line.kind === "voice" ? at : [])), [lines]);
	const heightOf = useCallback((at: number) => lineHeight(lines[at], narrow), [lines, narrow]);
	// A new function makes the virtualizer recompute all offsets, because the rows and their heights changed.
	const keyOf = useCallback((at: number) => `${at} ${heightOf(at)}`, [heightOf]);
	// Keep the focused row rendered wherever the list is scrolled to; otherwise keyboard focus would be lost.
	const pinned = focused === null ? undefined : stops[focused];
	const withPinned = useCallback((range: Range) => rangeWith(range, pinned), [pinned]);
	const rows = useVirtualizer({
		count: lines.length,
		getScrollElement: () => list.current,
		estimateSize: heightOf,
		getItemKey: keyOf,
		rangeExtractor: withPinned,
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
		// Synchronously: the next key press may come before the next frame.
		flushSync(() => setFocused(index));
		const row = list.current?.querySelector(`[data-row="${index}"]`);
		const target = row?.querySelector<HTMLElement>(cell) ?? row?.querySelector<HTMLElement>(choice);
		target?.focus({ preventScroll: true });
		rows.scrollToIndex(stops[index] ?? 0, { align: "auto" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const position = positionOf(event.target);
		if (!position || event.altKey || event.ctrlKey || event.metaKey) return;
		const { index, cell } = position;
		if (event.key === previewKey && index !== searchFieldIndex) {
			event.preventDefault();
			const row = list.current?.querySelector(`[data-row="${index}"]`);
			row?.querySelector<HTMLElement>(preview)?.click();
			return;
		}
		const next = nextVoiceIndex(event.key, index, stops.length);
		const field = box.current?.querySelector<HTMLElement>(search);
		if (next !== null) {
			event.preventDefault();
			if (next === searchFieldIndex) field?.focus();
			else focusOn(next, cell);
		} else if (index !== searchFieldIndex && isCharacter(event.key)) {
			// Typing in the list starts a search: focus the field before the character is inserted.
			field?.focus();
		}
	};
	const onFocus = (event: FocusEvent) => {
		const position = positionOf(event.target);
		if (position && position.index !== searchFieldIndex) setFocused(position.index);
	};
	const found = sections.reduce((sum, section) => sum + section.voices.length + section.more, 0);
	const items = rows.getVirtualItems();
	const firstVisible = items.flatMap((item) => voiceAt(lines[item.index]) ?? [])[0];
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the search field and the list
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
						tabbable={focused ?? firstVisible ?? 0}
						inProbation={user?.is_in_probation ?? false}
						onChoose={choose}
					/>
				))}
				{found === 0 ? <p className="py-16 text-center text-muted">No matching voices. Try fewer words.</p> : null}
			</div>
			<div className="flex items-center justify-between gap-4 text-[13px] text-muted">
				<p className="flex items-center gap-1 max-sm:hidden">
					<Kbd>↑</Kbd>
					<Kbd>↓</Kbd> move, <Kbd>←</Kbd> play preview, <Kbd>Enter</Kbd> choose
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

/** Focuses the search field, except on touch devices, where the on-screen keyboard would cover the list. */
function useFocusSearch(box: { current: HTMLElement | null }) {
	useEffect(() => {
		if (!matchMedia("(pointer: fine)").matches) return;
		// After the dialog has focused its first control.
		const frame = requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(search)?.focus());
		return () => cancelAnimationFrame(frame);
	}, [box]);
}

const isCharacter = (key: string) => key.length === 1 && key !== " ";

/** The focused voice and which of its two buttons has focus. The search field has its own index. */
function positionOf(target: EventTarget): { index: number; cell: string } | null {
	if (!(target instanceof HTMLElement)) return null;
	if (target.matches(search)) return { index: searchFieldIndex, cell: choice };
	const row = target.closest<HTMLElement>("[data-row]");
	return row ? { index: Number(row.dataset.row), cell: target.matches(choice) ? choice : preview } : null;
}

function rangeWith(range: Range, pinned: number | undefined): number[] {
	const lines = defaultRangeExtractor(range);
	if (pinned === undefined || pinned >= range.count || lines.includes(pinned)) return lines;
	return [...lines, pinned].sort((a, b) => a - b);
}
