import type { Editor } from "@tiptap/react";
import { useEffect } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { blockText } from "../../model/block-places.ts";
import { audioMarksKey } from "../../takes/model/audio-marks.ts";
import { placeOf, sentenceAt, type TimedSentence } from "../model/spoken.ts";

/** Highlights the sentence that is spoken. The editor only changes when another sentence begins. */
export function useSpokenSentence(
	editor: Editor,
	itemId: string | undefined,
	sentences: readonly TimedSentence[] | undefined,
): void {
	useEffect(() => {
		if (itemId === undefined || !sentences) return;
		let shown = -1;
		const show = (at: number) => {
			shown = at;
			const spoken = at < 0 ? null : placeOf(sentences, at, (blockId) => blockText(editor.state, blockId));
			editor.view.dispatch(editor.state.tr.setMeta(audioMarksKey, { spoken }));
			// Scrolling while somebody writes would take the text away from them.
			if (spoken && player.state().status === "playing" && !editor.isFocused)
				editor.view.dom.querySelector(".spoken-sentence")?.scrollIntoView({ block: "nearest" });
		};
		const follow = () => {
			const { item, status } = player.state();
			const isLive = item?.id === itemId && status !== "ended" && status !== "ready";
			const at = isLive ? sentenceAt(sentences, player.time()) : -1;
			if (at !== shown) show(at);
		};
		follow();
		const stop = player.subscribeTime(follow);
		return () => {
			stop();
			if (shown >= 0 && !editor.isDestroyed) show(-1);
		};
	}, [editor, itemId, sentences]);
}
