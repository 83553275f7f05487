import { formatTime } from "@timbre/ui/audio/time.ts";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, Pencil } from "lucide-react";
import { memo } from "react";
import { type Segment, segmentStart } from "../model/document.ts";
import { doubtOf, probabilityOf } from "../model/doubt.ts";
import { SegmentField, type SegmentFieldActions } from "./segment-field.tsx";
import { type SpeakerActions, SpeakerMenu } from "./speaker-menu.tsx";

/** What a row can do. Stable, so that rows are rendered only when they change. */
export type RowActions = SegmentFieldActions &
	SpeakerActions & {
		playFrom: (seconds: number) => void;
		/** Opens the field, with the word selected. */
		startEdit: (segmentId: number, wordIndex: number | null) => void;
		split: (segmentId: number, wordIndex: number) => void;
		merge: (segmentId: number) => void;
		remove: (segmentId: number) => void;
	};

type SegmentRowProps = {
	segment: Segment;
	/** Its position in the document, from 0. */
	index: number;
	names: Readonly<Record<string, string>>;
	speakers: readonly string[];
	threshold: number;
	/** The index of the word with the keyboard focus, if it is in this segment. */
	current: number | null;
	/** Words that match the search, and those of the match the user is at: "3-5". */
	found: string;
	foundHere: string;
	/** The word to select in the field, or null for none; undefined unless it is being edited. */
	editing: number | null | undefined;
	canPlay: boolean;
	actions: RowActions;
};

/** One segment: who speaks when, and the words. */
export const SegmentRow = memo((props: SegmentRowProps) => {
	const { segment, index, names, speakers, current, editing, actions, canPlay } = props;
	const start = segmentStart(segment);
	return (
		<div className="group/row grid gap-x-5 gap-y-1 px-4 py-3 md:grid-cols-[10rem_minmax(0,1fr)_auto] md:px-8">
			<div className="flex min-w-0 items-center gap-1 md:flex-col md:items-start">
				<SpeakerMenu segment={segment} names={names} speakers={speakers} actions={actions} />
				<button
					type="button"
					disabled={!canPlay}
					aria-label={`Play from ${formatTime(start)}`}
					onClick={() => actions.playFrom(start)}
					className="rounded-sm px-1.5 text-[13px] text-muted tabular hover:text-ink disabled:pointer-events-none"
				>
					{formatTime(start)}
				</button>
				<span className="ml-auto md:hidden">
					<SegmentMenu {...props} />
				</span>
			</div>
			{editing === undefined ? (
				<Words {...props} />
			) : (
				<SegmentField key={segment.id} segment={segment} index={index} selected={editing} actions={actions} />
			)}
			<div
				className={cn(
					"hidden items-start md:flex",
					current === null && "opacity-0 focus-within:opacity-100 group-hover/row:opacity-100",
				)}
			>
				<IconButton
					label={`Edit text at ${formatTime(start)}`}
					size="small"
					onClick={() => actions.startEdit(segment.id, current)}
				>
					<Pencil aria-hidden="true" />
				</IconButton>
				<SegmentMenu {...props} />
			</div>
		</div>
	);
});

function SegmentMenu({ segment, index, current, actions }: SegmentRowProps) {
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<IconButton label={`More for the segment at ${formatTime(segmentStart(segment))}`} size="small" tooltip={false}>
					<Ellipsis aria-hidden="true" />
				</IconButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end">
				<DropdownMenuItem onSelect={() => actions.startEdit(segment.id, current)}>Edit text</DropdownMenuItem>
				<DropdownMenuItem disabled={!current} onSelect={() => current && actions.split(segment.id, current)}>
					{current ? `Split before “${segment.words[current]?.text ?? ""}”` : "Split before the selected word"}
				</DropdownMenuItem>
				<DropdownMenuItem disabled={index === 0} onSelect={() => actions.merge(segment.id)}>
					Merge with previous
				</DropdownMenuItem>
				<DropdownMenuItem onSelect={() => actions.remove(segment.id)}>Delete segment</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

/** The words. Which one is spoken is marked from outside, without rendering. */
function Words({ segment, index, threshold, current, found, foundHere, actions }: SegmentRowProps) {
	const matches = rangesOf(found);
	const here = rangesOf(foundHere);
	return (
		<p
			dir="auto"
			onDoubleClick={(event) => {
				const word = event.target instanceof HTMLElement ? event.target.dataset.at : undefined;
				actions.startEdit(segment.id, word === undefined ? null : Number(word));
			}}
			className="break-words text-[15px] leading-7"
		>
			{segment.words.map((word, at) => {
				const doubt = doubtOf(word, threshold);
				return [
					<span
						key={word.id}
						data-word={word.id}
						data-at={at}
						data-segment={index}
						data-event={word.event || undefined}
						data-doubt={doubt === "none" ? undefined : doubt}
						data-found={isIn(here, at) ? "here" : isIn(matches, at) ? "" : undefined}
						title={doubt === "none" ? undefined : `${Math.round(probabilityOf(word) * 100)}% sure`}
						tabIndex={at === current ? 0 : -1}
					>
						{word.text}
					</span>,
					at === segment.words.length - 1 ? "" : word.gap,
				];
			})}
		</p>
	);
}

/** Ranges are passed as text ("3-5 8-8"), so that equal ones don't render a row again. */
function rangesOf(text: string): [number, number][] {
	return text === ""
		? []
		: text.split(" ").map((range) => {
				const [from = 0, to = 0] = range.split("-").map(Number);
				return [from, to];
			});
}

const isIn = (ranges: readonly [number, number][], at: number) => ranges.some(([from, to]) => at >= from && at <= to);
