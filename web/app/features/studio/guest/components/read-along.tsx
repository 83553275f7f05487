import type { Recording } from "@timbre/contract/studio/review/guest-schemas.ts";
import { type MouseEvent, memo, useEffect, useMemo, useRef } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { sentenceAt } from "../../conversion/model/spoken.ts";
import { paragraphsOf } from "../model/paragraphs.ts";

type ReadAlongProps = {
	name: string;
	sentences: Recording["sentences"];
	itemId: string;
	onPlayFrom: (seconds: number) => void;
};

/**
 * The text of a recording, in which the sentence that is spoken lights up. Playback only touches the two sentences that
 * change, so that long chapters cost no more than short ones.
 */
export const ReadAlong = memo(function ReadAlong({ name, sentences, itemId, onPlayFrom }: ReadAlongProps) {
	const box = useRef<HTMLElement>(null);
	const paragraphs = useMemo(() => paragraphsOf(sentences), [sentences]);
	useEffect(() => {
		let shown = -1;
		let marked: Element | null | undefined;
		const follow = () => {
			const { item, status } = player.state();
			const isLive = item?.id === itemId && status !== "ended" && status !== "ready";
			const at = isLive ? sentenceAt(sentences, player.time()) : -1;
			if (at === shown) return;
			shown = at;
			marked?.removeAttribute("data-spoken");
			marked = at < 0 ? null : box.current?.querySelector(`[data-sentence="${at}"]`);
			marked?.setAttribute("data-spoken", "");
			if (status === "playing") marked?.scrollIntoView({ block: "nearest" });
		};
		follow();
		const stop = player.subscribeTime(follow);
		return () => {
			stop();
			marked?.removeAttribute("data-spoken");
		};
	}, [sentences, itemId]);
	const playFrom = (event: MouseEvent) => {
		const at = event.target instanceof HTMLElement ? event.target.dataset.sentence : undefined;
		const sentence = at === undefined ? undefined : sentences[Number(at)];
		// Ignore the click that ends a text selection.
		if (sentence && window.getSelection()?.isCollapsed !== false) onPlayFrom(sentence.start_seconds);
	};
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; the keyboard has the position slider
		<section
			ref={box}
			aria-label={`Text of ${name}`}
			onClick={playFrom}
			className="mt-6 flex flex-col gap-4 break-words text-lg leading-8 [&_[data-sentence]]:cursor-pointer [&_[data-sentence]]:scroll-mt-36 [&_[data-sentence]]:scroll-mb-8 [&_[data-sentence]]:rounded-[3px] [&_[data-sentence]]:transition-colors [&_[data-spoken]]:bg-ink [&_[data-spoken]]:text-on-ink [&_[data-spoken]]:shadow-[0_0_0_2px_var(--ink)]"
		>
			{paragraphs.map((placed) => (
				<p key={placed[0]?.at} dir="auto">
					{placed.map(({ at, text }) => (
						<span key={at} data-sentence={at}>
							{text}
						</span>
					))}
				</p>
			))}
		</section>
	);
});
