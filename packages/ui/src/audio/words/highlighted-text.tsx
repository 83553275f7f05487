import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from "react";
import { cn } from "../../cn.ts";
import type { AudioEngine } from "../player/audio-engine.ts";
import type { Alignment } from "../player/player-item.ts";
import { type SpokenWord, spokenWords, timeline, wordAt } from "./words.ts";

/** Wraps a word. Must be a stable function, or all words are rendered again. */
export type WrapWord = (span: ReactElement, word: SpokenWord) => ReactNode;

type HighlightedTextProps = {
	text: string;
	alignment: Alignment | null;
	engine: AudioEngine;
	/** Words are highlighted only while this item is loaded. */
	itemId: string;
	wrap?: WrapWord;
	/** Makes it a labeled region that can be scrolled with the keyboard. */
	label?: string;
	/** Draws only the highlight, behind a text field that shows the same text. */
	behindField?: boolean;
	className?: string;
};

/**
 * Highlights the word being spoken; clicking a word plays from there. Words are rendered once, and playback only
 * touches the two words that change, so the cost does not depend on the length of the text.
 */
export function HighlightedText(props: HighlightedTextProps) {
	const { text, alignment, engine, itemId, wrap, label, behindField = false, className } = props;
	const box = useRef<HTMLDivElement>(null);
	const words = useMemo(() => spokenWords(text, alignment), [text, alignment]);
	// Word boundaries don't depend on the times, which arrive gradually.
	const drawn = useMemo(() => draw(text, spokenWords(text, null), wrap), [text, wrap]);

	useEffect(() => {
		const times = timeline(words);
		let marked: Element | null | undefined;
		let at = -1;
		const follow = () => {
			const { item, status } = engine.state();
			const live = item?.id === itemId && status !== "ended" && status !== "ready";
			const word = live ? wordAt(times, engine.time()) : -1;
			if (word === at) return;
			at = word;
			const next = word < 0 ? null : box.current?.querySelector(`[data-word="${word}"]`);
			marked?.removeAttribute("data-spoken");
			next?.setAttribute("data-spoken", "");
			marked = next;
			if (next && box.current && status === "playing")
				scrollIntoView(next, behindField ? scrollerOf(box.current) : box.current);
		};
		follow();
		const stop = engine.subscribeTime(follow);
		return () => {
			stop();
			marked?.removeAttribute("data-spoken");
		};
	}, [engine, words, itemId, behindField]);

	if (behindField) {
		return (
			<div
				ref={box}
				aria-hidden="true"
				className={cn(
					"pointer-events-none whitespace-pre-wrap break-words text-transparent [&_[data-word]]:rounded-[3px] [&_[data-spoken]]:bg-[color-mix(in_srgb,var(--accent)_24%,transparent)] [&_[data-spoken]]:shadow-[0_0_0_2px_color-mix(in_srgb,var(--accent)_24%,transparent)]",
					className,
				)}
			>
				{drawn}
			</div>
		);
	}
	const playFrom = (event: MouseEvent) => {
		const index = event.target instanceof HTMLElement ? event.target.dataset.word : undefined;
		const start = index === undefined ? null : words[Number(index)]?.start;
		if (start === null || start === undefined || engine.state().item?.id !== itemId) return;
		// Ignore the click that ends a text selection.
		if (window.getSelection()?.isCollapsed === false) return;
		engine.seek(start);
		engine.play();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the keyboard has the position slider
		// biome-ignore lint/a11y/useKeyWithClickEvents: see above
		<div
			ref={box}
			{...(label ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}
			onClick={playFrom}
			className={cn(
				"whitespace-pre-wrap break-words [&_[data-word]]:rounded-[3px] [&_[data-word]]:transition-colors [&_[data-spoken]]:bg-ink [&_[data-spoken]]:text-on-ink [&_[data-spoken]]:shadow-[0_0_0_2px_var(--ink)]",
				alignment && "[&_[data-word]]:cursor-pointer",
				className,
			)}
		>
			{drawn}
		</div>
	);
}

function draw(text: string, words: readonly SpokenWord[], wrap: WrapWord = (span) => span) {
	let at = 0;
	return words.flatMap((word, i) => {
		const gap = text.slice(at, word.from);
		at = word.to;
		const span = (
			<span key={word.from} data-word={i}>
				{text.slice(word.from, word.to)}
			</span>
		);
		const shown = wrap(span, word);
		return i === words.length - 1 ? [gap, shown, text.slice(at)] : [gap, shown];
	});
}

/** The element that scrolls a text field; null while the user is writing in the field, which must not move then. */
function scrollerOf(box: HTMLElement): HTMLElement | null {
	let scroller = box.parentElement;
	while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
	return scroller?.contains(document.activeElement) ? null : scroller;
}

/** Scrolls the text box, and only if the word is outside it. */
function scrollIntoView(word: Element, box: HTMLElement | null) {
	if (!box || box.scrollHeight <= box.clientHeight) return;
	const outer = box.getBoundingClientRect();
	const inner = word.getBoundingClientRect();
	if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
	box.scrollTop += inner.top - outer.top - box.clientHeight / 3;
}
