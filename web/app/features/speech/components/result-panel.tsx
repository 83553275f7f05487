import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MisreadWord, Takes, UnhonouredRule } from "@timbre/contract/speech.ts";
import { HighlightedText, type WrapWord } from "@timbre/ui/audio/highlighted-text.tsx";
import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Pause, PenLine, Play, X } from "lucide-react";
import { useCallback, useMemo } from "react";
import { isApiError, messageOf } from "../../../lib/api-error.ts";
import { ago } from "../../../lib/format.ts";
import { player } from "../../../lib/player.ts";
import { historyItemQuery } from "../../history/history.item.public.ts";
import { historyPlayerItem, toggleSaved } from "../../history/history.saved.public.ts";
import { takesQuery, useTakeActions } from "../speech.queries.ts";
import { CheckStatus } from "./check-status.tsx";
import { MisreadMark } from "./misread-mark.tsx";

export type Live = { id: string; text: string; voiceId: string; voiceName: string };

type ResultPanelProps = {
	itemId: string;
	/** What is known of it while it is being made. */
	live: Live | null;
	busy: boolean;
	rules: readonly UnhonouredRule[];
	/** What stands in the editor. */
	editing: string;
	onUseText: (text: string) => void;
	onClose: () => void;
};

/** The last generation: its words light up as they are spoken, and those misread are marked. */
export function ResultPanel({ itemId, live, busy, rules, editing, onUseText, onClose }: ResultPanelProps) {
	const item = useQuery({ ...historyItemQuery(itemId), enabled: !busy });
	const takes = useQuery({ ...takesQuery(itemId), enabled: !busy && item.isSuccess });
	const state = usePlayer(player);
	const loaded = state.item?.id === itemId;
	const sounding = loaded && (state.status === "playing" || state.status === "loading");
	const text = live?.text ?? item.data?.text;
	const alignment = (loaded ? state.item?.alignment : null) ?? item.data?.alignments?.alignment ?? null;

	const play = usePlayFrom(itemId);
	const { retake, check } = useTakeActions(itemId, (after, index) => {
		void play(after.sentences[index]?.start_seconds ?? 0, true);
	});
	const wrap = useMisreadMarks(takes.data, text?.length ?? 0, retake.isPending, play, retake.mutate);

	if (item.isError && !live) {
		// Deleted since, or of another workspace: nothing to come back to.
		if (isApiError(item.error) && item.error.status === 404) return null;
		return (
			<section aria-label="Result" className="border-line border-t px-4 py-4 md:px-8 lg:px-12">
				<p role="alert" className="text-[13px] text-danger">
					The last result could not be loaded: {messageOf(item.error)}
				</p>
			</section>
		);
	}
	const voiceId = live?.voiceId ?? item.data?.voice_id;
	return (
		<section aria-label="Result" className="flex max-h-[46%] min-h-0 flex-col border-line border-t bg-sunken">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 md:px-8 lg:px-12">
				<IconButton
					label={sounding ? "Pause the result" : "Play the result"}
					size="small"
					round
					variant="outline"
					disabled={!loaded && !item.data}
					onClick={() => (loaded ? player.toggle() : item.data && toggleSaved(item.data))}
				>
					{sounding ? (
						<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
					) : (
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
					)}
				</IconButton>
				<p className="flex min-w-0 items-center gap-2">
					{voiceId ? <VoiceOrb voiceId={voiceId} size={16} /> : null}
					<span className="truncate font-medium">{live?.voiceName ?? item.data?.voice_name ?? "…"}</span>
					{item.data ? <span className="shrink-0 text-[13px] text-muted">{ago(item.data.date_unix)}</span> : null}
				</p>
				<div className="max-md:order-last max-md:basis-full">
					{busy ? (
						<span className="text-[13px] text-muted">Speaking…</span>
					) : (
						<CheckStatus takes={takes.data} busy={check.isPending} onCheck={() => check.mutate()} />
					)}
				</div>
				<div className="ml-auto flex shrink-0 items-center gap-1">
					{text && text !== editing ? (
						<Button size="small" variant="quiet" aria-label="Edit this text" onClick={() => onUseText(text)}>
							<PenLine aria-hidden="true" />
							<span className="max-lg:hidden">Edit this text</span>
						</Button>
					) : null}
					<IconButton label="Close the result" size="small" disabled={busy} onClick={onClose}>
						<X aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			<Unhonoured rules={rules.length > 0 ? rules : (takes.data?.unhonoured_rules ?? [])} />
			{text === undefined ? (
				<div className="px-4 py-4 md:px-8 lg:px-12">
					<Skeleton className="h-5 w-2/3" />
				</div>
			) : (
				<HighlightedText
					text={text}
					alignment={alignment}
					engine={player}
					itemId={itemId}
					wrap={wrap}
					label="Spoken text"
					className="min-h-16 overflow-y-auto px-4 py-3 text-[15px] leading-7 md:px-8 lg:px-12 max-w-[58rem]"
				/>
			)}
		</section>
	);
}

/** Plays the result from a place; `anew` when its sound has changed, so that what is loaded is old. */
function usePlayFrom(itemId: string) {
	const queryClient = useQueryClient();
	return useCallback(
		async (seconds: number, anew = false) => {
			if (anew || player.state().item?.id !== itemId) {
				const saved = await queryClient.fetchQuery({ ...historyItemQuery(itemId), staleTime: anew ? 0 : 60_000 });
				const item = historyPlayerItem(saved);
				// Another address for another sound: the old one may lie in the browser's cache.
				void player.load(item, { url: `${item.downloadUrl}?heard=${Date.now()}` });
			}
			player.seek(seconds);
			player.play();
		},
		[queryClient, itemId],
	);
}

function useMisreadMarks(
	takes: Takes | undefined,
	length: number,
	busy: boolean,
	play: (seconds: number) => Promise<void>,
	retake: (index: number) => void,
): WrapWord | undefined {
	const misread = useMemo(
		() => (takes?.sentences ?? []).flatMap(({ index, misread: words }) => words.map((word) => ({ index, word }))),
		[takes],
	);
	const wrap = useCallback<WrapWord>(
		(span, { from, to }) => {
			const found = misread.find(({ word }) => touches(word, from, to, length));
			if (!found) return span;
			return (
				<MisreadMark
					key={from}
					span={span}
					misread={found.word}
					busy={busy}
					onPlay={() => void play(Math.max(0, found.word.start_seconds - 0.3))}
					onRetake={() => retake(found.index)}
				/>
			);
		},
		[misread, length, busy, play, retake],
	);
	return misread.length > 0 ? wrap : undefined;
}

/** What was said too much has no letters of its own: it is shown at the word it stands before. */
function touches({ start, end }: Pick<MisreadWord, "start" | "end">, from: number, to: number, length: number) {
	const first = Math.min(start, Math.max(0, length - 1));
	return first < to && Math.max(end, first + 1) > from;
}

function Unhonoured({ rules }: { rules: readonly UnhonouredRule[] }) {
	if (rules.length === 0) return null;
	const shown = rules.slice(0, 3);
	return (
		<ul className="px-4 pt-2 text-[13px] text-warning md:px-8 lg:px-12">
			{shown.map((rule) => (
				<li key={`${rule.start}-${rule.text}`}>
					“{rule.text}” could not be spoken as asked: {rule.reason}
				</li>
			))}
			{rules.length > shown.length ? <li>and {rules.length - shown.length} more</li> : null}
		</ul>
	);
}
