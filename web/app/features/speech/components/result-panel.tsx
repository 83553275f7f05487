import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MisreadWord, Takes, UnsupportedRule } from "@timbre/contract/speech/endpoints.ts";
import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { HighlightedText, type WrapWord } from "@timbre/ui/audio/words/highlighted-text.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, PenLine, Play, X } from "lucide-react";
import { useCallback, useMemo } from "react";
import { isApiError, messageOf } from "../../../lib/api/api-error.ts";
import { player } from "../../../lib/audio/player.ts";
import { ago } from "../../../lib/text/format.ts";
import { historyItemQuery } from "../../history/history.item.public.ts";
import { historyPlayerItem, toggleSaved } from "../../history/history.saved.public.ts";
import { takesQuery, useTakeActions } from "../speech.queries.ts";
import { CheckStatus } from "./check-status.tsx";
import { MisreadMark } from "./misread-mark.tsx";

export type LiveResult = { id: string; text: string; voiceId: string; voiceName: string };

type ResultPanelProps = {
	itemId: string;
	/** Details while it is being generated. */
	live: LiveResult | null;
	busy: boolean;
	rules: readonly UnsupportedRule[];
	/** The text in the editor. */
	editorText: string;
	onUseText: (text: string) => void;
	onClose: () => void;
};

/** The last generation. Words are highlighted as they are played, and misread words are marked. */
export function ResultPanel({ itemId, live, busy, rules, editorText, onUseText, onClose }: ResultPanelProps) {
	const item = useQuery({ ...historyItemQuery(itemId), enabled: !busy });
	const takes = useQuery({ ...takesQuery(itemId), enabled: !busy && item.isSuccess });
	const state = usePlayer(player);
	const loaded = state.item?.id === itemId;
	const playing = loaded && (state.status === "playing" || state.status === "loading");
	const text = live?.text ?? item.data?.text;
	const alignment = (loaded ? state.item?.alignment : null) ?? item.data?.alignments?.alignment ?? null;

	const play = usePlayFrom(itemId);
	const { retake, check } = useTakeActions(itemId, (after, index) => {
		void play(after.sentences[index]?.start_seconds ?? 0, true);
	});
	const wrap = useMisreadMarks(takes.data, text?.length ?? 0, retake.isPending, play, retake.mutate);

	if (item.isError && !live) {
		// The item was deleted or belongs to another workspace.
		if (isApiError(item.error) && item.error.status === 404) return null;
		return (
			<section aria-label="Result" className="border-line border-t px-4 py-4 md:px-8 lg:px-12">
				<p role="alert" className="text-[13px] text-danger">
					Couldn't load the last result: {messageOf(item.error)}
				</p>
			</section>
		);
	}
	const voiceId = live?.voiceId ?? item.data?.voice_id;
	return (
		<section aria-label="Result" className="flex max-h-[46%] min-h-0 flex-col border-line border-t bg-sunken">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 md:px-8 lg:px-12">
				<IconButton
					label={playing ? "Pause result" : "Play result"}
					size="small"
					round
					variant="outline"
					disabled={!loaded && !item.data}
					onClick={() => (loaded ? player.toggle() : item.data && toggleSaved(item.data))}
				>
					{playing ? (
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
						<span className="text-[13px] text-muted">Generating…</span>
					) : (
						<CheckStatus takes={takes.data} busy={check.isPending} onCheck={() => check.mutate()} />
					)}
				</div>
				<div className="ml-auto flex shrink-0 items-center gap-1">
					{text && text !== editorText ? (
						<Button size="small" variant="quiet" aria-label="Edit text" onClick={() => onUseText(text)}>
							<PenLine aria-hidden="true" />
							<span className="max-lg:hidden">Edit text</span>
						</Button>
					) : null}
					<IconButton label="Close result" size="small" disabled={busy} onClick={onClose}>
						<X aria-hidden="true" />
					</IconButton>
				</div>
			</div>
			<UnsupportedRules rules={rules.length > 0 ? rules : (takes.data?.unhonoured_rules ?? [])} />
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
			const found = misread.find(({ word }) => overlaps(word, from, to, length));
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

/** An inserted word has no characters in the text, so it is shown at the word after it. */
function overlaps({ start, end }: Pick<MisreadWord, "start" | "end">, from: number, to: number, length: number) {
	const first = Math.min(start, Math.max(0, length - 1));
	return first < to && Math.max(end, first + 1) > from;
}

function UnsupportedRules({ rules }: { rules: readonly UnsupportedRule[] }) {
	if (rules.length === 0) return null;
	const shown = rules.slice(0, 3);
	return (
		<ul className="px-4 pt-2 text-[13px] text-warning md:px-8 lg:px-12">
			{shown.map((rule) => (
				<li key={`${rule.start}-${rule.text}`}>
					Couldn't apply the pronunciation of “{rule.text}”: {rule.reason}
				</li>
			))}
			{rules.length > shown.length ? <li>and {rules.length - shown.length} more</li> : null}
		</ul>
	);
}
