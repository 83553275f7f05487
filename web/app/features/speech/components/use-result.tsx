import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MisreadWord, Takes } from "@timbre/contract/speech/endpoints.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { spokenWords } from "@timbre/ui/audio/words/words.ts";
import { useCallback, useMemo } from "react";
import { isApiError } from "../../../lib/api/api-error.ts";
import { player } from "../../../lib/audio/player.ts";
import { historyItemQuery } from "../../history/history.item.public.ts";
import { historyPlayerItem } from "../../history/history.saved.public.ts";
import { isMostly, shiftSpans } from "../model/paid-sentences.ts";
import { takesQuery, useTakeActions } from "../speech.queries.ts";
import { MisreadMark, type Teaching } from "./misread-mark.tsx";

export type LiveResult = { id: string; text: string; voiceId: string; voiceName: string };

export type Result = ReturnType<typeof useResult>;

/** The generation the editor shows: its audio, sentences and misread words, at their places in the edited text. */
export function useResult(
	itemId: string,
	live: LiveResult | null,
	busy: boolean,
	editorText: string,
	teaching: Teaching,
) {
	const item = useQuery({ ...historyItemQuery(itemId), enabled: itemId !== "" && !busy });
	const takes = useQuery({ ...takesQuery(itemId), enabled: itemId !== "" && !busy && item.isSuccess });
	const state = usePlayer(player);
	const loaded = itemId !== "" && state.item?.id === itemId;
	const text = live?.text ?? item.data?.text;
	const play = usePlayFrom(itemId);
	const { retake, check, accept } = useTakeActions(itemId, (after, index) => {
		void play(after.sentences[index]?.start_seconds ?? 0, true);
	});
	const sentences = useMemo(
		() => (text === undefined ? [] : shiftSpans(text, editorText, takes.data?.sentences ?? [])),
		[text, editorText, takes.data],
	);
	const marks = useMisreadMarks(takes.data, text ?? "", editorText).map(({ start, end, index, word }) => ({
		start,
		end,
		element: (shown: string) => (
			<MisreadMark
				word={shown}
				misread={word}
				busy={retake.isPending}
				onPlay={() => void play(Math.max(0, word.start_seconds - 0.3))}
				onRetake={() => retake.mutate(index)}
				onAccept={() => accept.mutate({ index, start: word.start, end: word.end })}
				teaching={teaching}
			/>
		),
	}));
	return {
		itemId,
		text,
		voiceId: live?.voiceId ?? item.data?.voice_id,
		voiceName: live?.voiceName ?? item.data?.voice_name,
		date: item.data?.date_unix,
		error: item.isError && !live ? item.error : null,
		/** It was deleted or belongs to another workspace. */
		missing: item.isError && !live && isApiError(item.error) && item.error.status === 404,
		alignment: (loaded ? state.item?.alignment : null) ?? item.data?.alignments?.alignment ?? null,
		/** Whether the player has it; then the player's controls apply to it. */
		loaded,
		playable: item.data !== undefined,
		/** Whether the editor shows this text, or most of it. */
		inEditor: text !== undefined && isMostly(text, editorText),
		sentences,
		marks,
		takes: takes.data,
		play,
		retake,
		check,
	};
}

/** Plays the result from a position. Set `reload` if its audio has changed. */
function usePlayFrom(itemId: string) {
	const queryClient = useQueryClient();
	return useCallback(
		async (seconds: number, reload = false) => {
			if (reload || player.state().item?.id !== itemId) {
				const saved = await queryClient.fetchQuery({ ...historyItemQuery(itemId), staleTime: reload ? 0 : 60_000 });
				const item = historyPlayerItem(saved);
				// A new URL, because the browser may have cached the old audio.
				void player.load(item, { url: `${item.downloadUrl}?heard=${Date.now()}` });
			}
			player.seek(seconds);
			player.play();
		},
		[queryClient, itemId],
	);
}

/** The misread words at their places in the edited text. */
function useMisreadMarks(takes: Takes | undefined, text: string, editorText: string) {
	return useMemo(() => {
		const misread = (takes?.sentences ?? []).flatMap(({ index, misread: words }) =>
			words.map((word) => ({ index, word })),
		);
		if (misread.length === 0) return [];
		const words = spokenWords(text, null).flatMap(({ from, to }) => {
			const found = misread.find(({ word }) => overlaps(word, from, to, text.length));
			return found ? [{ ...found, start: from, end: to }] : [];
		});
		return shiftSpans(text, editorText, words);
	}, [takes, text, editorText]);
}

/** An inserted word has no characters in the text, so it is shown at the word after it. */
function overlaps({ start, end }: Pick<MisreadWord, "start" | "end">, from: number, to: number, length: number) {
	const first = Math.min(start, Math.max(0, length - 1));
	return first < to && Math.max(end, first + 1) > from;
}
