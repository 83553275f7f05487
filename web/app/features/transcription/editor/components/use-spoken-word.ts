import { type RefObject, useEffect, useRef } from "react";
import { player } from "../../../../lib/audio/player.ts";
import type { TranscriptDocument } from "../model/document.ts";
import { timelineOf, wordAtTime } from "../model/timeline.ts";

type View = { isVisible: (segment: number) => boolean; show: (segment: number) => void };

/** A change of the position by more than this is a seek. */
const seekSeconds = 1;

/**
 * Marks the word being spoken with `data-spoken`. Only the two words that change are touched, so the cost does not
 * depend on the length of the transcript. The list follows while the spoken segment is in view, and after a seek.
 */
export function useSpokenWord(
	box: RefObject<HTMLElement | null>,
	document: TranscriptDocument,
	itemId: string,
	view: View,
): void {
	const latest = useRef(view);
	latest.current = view;
	useEffect(() => {
		const timeline = timelineOf(document);
		let marked: Element | null = null;
		let spoken: ReturnType<typeof wordAtTime>;
		let segment = -1;
		let time = player.time();
		const follow = () => {
			const { item, status } = player.state();
			// While it loads, the position is not yet the one to play from.
			if (item?.id === itemId && status === "loading") return;
			const live = item?.id === itemId && (status === "playing" || status === "paused");
			const now = player.time();
			const word = live ? wordAtTime(timeline, now) : undefined;
			const jumped = Math.abs(now - time) > seekSeconds;
			time = now;
			// A row that was scrolled away and back is a new element.
			if (word?.id === spoken?.id && !jumped && (!word || marked?.isConnected)) return;
			spoken = word;
			marked?.removeAttribute("data-spoken");
			marked = word ? (box.current?.querySelector(`[data-word="${word.id}"]`) ?? null) : null;
			marked?.setAttribute("data-spoken", "");
			if (!word || word.segment === segment) return;
			const follows = jumped || segment < 0 || latest.current.isVisible(segment);
			segment = word.segment;
			const typing = box.current?.querySelector("textarea:focus") != null;
			if (follows && !typing && !latest.current.isVisible(segment)) latest.current.show(segment);
		};
		follow();
		const stop = player.subscribeTime(follow);
		return () => {
			stop();
			marked?.removeAttribute("data-spoken");
		};
	}, [box, document, itemId]);
}
