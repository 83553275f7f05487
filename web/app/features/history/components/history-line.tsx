import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Check, Share2, ThumbsDown, ThumbsUp, Trash2 } from "lucide-react";
import { memo } from "react";
import { ago, counted } from "../../../lib/text/format.ts";
import { DownloadLink } from "./download-link.tsx";
import { RowPlayButton } from "./row-play-button.tsx";
import { RowWave } from "./row-wave.tsx";
import { useAuthor } from "./use-author.ts";

export const lineHeight = 72;

export type LineActions = {
	toggle: (index: number, shift: boolean) => void;
	open: (id: string) => void;
	share: (id: string) => void;
	remove: (id: string) => void;
	/** Enterprise workspaces can't share. */
	canShare: boolean;
};

type HistoryLineProps = {
	item: HistoryItem;
	index: number;
	selected: boolean;
	actions: LineActions;
	/** Pixels from the top of the list. A number, so that unchanged rows don't render again. */
	top: number;
};

/** A row of the history list. All rows have the same height, so that thousands of them need no measuring. */
export const HistoryLine = memo(({ item, index, selected, actions, top }: HistoryLineProps) => {
	const spent = item.character_count_change_to - item.character_count_change_from;
	const words = item.text.slice(0, 60);
	const author = useAuthor(item);
	return (
		<li
			aria-posinset={index + 1}
			aria-setsize={-1}
			style={{ height: lineHeight, transform: `translateY(${top}px)` }}
			className={cn(
				"group absolute inset-x-0 top-0 flex items-center gap-3 border-line border-b px-4 md:px-8",
				selected ? "bg-hover" : "hover:bg-sunken",
			)}
		>
			<SelectBox label={`Select: ${words}`} checked={selected} onToggle={(shift) => actions.toggle(index, shift)} />
			<RowPlayButton item={item} size="medium" />
			<button
				type="button"
				data-line={index}
				onClick={() => actions.open(item.history_item_id)}
				className="min-w-0 flex-1 rounded-sm text-left"
			>
				<span className="block truncate" title={item.text.slice(0, 300)}>
					{item.text.slice(0, 300)}
				</span>
				<span className="mt-1 flex items-center gap-1.5 text-[13px] text-muted">
					<VoiceOrb voiceId={item.voice_id} size={12} />
					<span
						className="truncate"
						title={`${item.partial ? "Partial · " : ""}${item.dialogue ? "Dialogue" : item.voice_name}${author} · ${ago(item.date_unix)} · ${counted(spent, "credit")}`}
					>
						{item.partial ? "Partial · " : ""}
						{item.dialogue ? "Dialogue" : item.voice_name}
						{author} · {ago(item.date_unix)}
						<span className="max-sm:hidden"> · {counted(spent, "credit")}</span>
					</span>
				</span>
			</button>
			<FeedbackIcon feedback={item.feedback} />
			<div className="flex w-44 shrink-0 items-center max-lg:hidden">
				<RowWave item={item} />
			</div>
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular">
				{formatTime(item.duration_seconds)}
			</span>
			<div className="flex shrink-0 items-center max-sm:hidden">
				<DownloadLink item={item} />
				{actions.canShare ? (
					<IconButton
						label={`Share: ${words}`}
						tooltip={false}
						size="small"
						onClick={() => actions.share(item.history_item_id)}
					>
						<Share2 aria-hidden="true" />
					</IconButton>
				) : null}
				<IconButton
					label={`Delete: ${words}`}
					tooltip={false}
					size="small"
					onClick={() => actions.remove(item.history_item_id)}
				>
					<Trash2 aria-hidden="true" />
				</IconButton>
			</div>
		</li>
	);
});

function FeedbackIcon({ feedback }: { feedback: HistoryItem["feedback"] }) {
	if (!feedback) return null;
	const Icon = feedback.thumbs_up ? ThumbsUp : ThumbsDown;
	return (
		<span className="shrink-0 text-muted">
			<Icon aria-hidden="true" className="size-4" fill="currentColor" strokeWidth={1.5} />
			<span className="sr-only">{feedback.thumbs_up ? "Liked" : "Disliked"}</span>
		</span>
	);
}

type SelectBoxProps = { label: string; checked: boolean; onToggle: (shift: boolean) => void };

/** A checkbox that reports the shift key, which a native one does not. */
function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: an input does not report the shift key
		<button
			type="button"
			role="checkbox"
			aria-checked={checked}
			aria-label={label}
			onClick={(event) => onToggle(event.shiftKey)}
			// Prevent the browser from selecting text on shift-click.
			onMouseDown={(event) => event.shiftKey && event.preventDefault()}
			className={cn(
				"relative inline-flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border border-control bg-raised transition-colors before:absolute before:-inset-2 hover:border-ink",
				checked && "border-ink bg-ink",
			)}
		>
			{checked ? <Check aria-hidden="true" className="size-3.5 text-on-ink" strokeWidth={3} /> : null}
		</button>
	);
}
