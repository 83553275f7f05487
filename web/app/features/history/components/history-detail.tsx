import { useQuery } from "@tanstack/react-query";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { subtitleFormats } from "@timbre/contract/history/rules.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { HighlightedText } from "@timbre/ui/audio/words/highlighted-text.tsx";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DetailList, DetailSection } from "@timbre/ui/primitives/detail-list.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { Captions, PenLine, Share2, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { endpointPath } from "../../../lib/api/api.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { player } from "../../../lib/audio/player.ts";
import { counted } from "../../../lib/text/format.ts";
import { historyItemQuery } from "../history.item.public.ts";
import { sentencesQuery, useContinue } from "../history.queries.ts";
import { editPath } from "../history.search.public.ts";
import { sourceNames } from "../model/history-filter.ts";
import { DownloadLink } from "./download-link.tsx";
import { RowPlayButton } from "./row-play-button.tsx";
import { RowWave } from "./row-wave.tsx";

type HistoryDetailProps = {
	itemId: string | null;
	canShare: boolean;
	onShare: (id: string) => void;
	onDelete: (id: string) => void;
	onClose: () => void;
};

/** Details of one generation in a side sheet. */
export function HistoryDetail({ itemId, onClose, ...rest }: HistoryDetailProps) {
	return (
		<Sheet open={itemId !== null} onOpenChange={(open) => !open && onClose()} side="right" title="Generation">
			{itemId ? <Content itemId={itemId} {...rest} /> : null}
		</Sheet>
	);
}

function Content({ itemId, canShare, onShare, onDelete }: Omit<HistoryDetailProps, "onClose"> & { itemId: string }) {
	const { data: item, ...query } = useQuery({ ...historyItemQuery(itemId), retry: false });
	// Generations from before takes were stored have none.
	const sentences = useQuery({ ...sentencesQuery(itemId), enabled: Boolean(item?.takes) });
	if (query.isError) {
		return (
			<ErrorState
				title="Couldn't load this generation"
				message={messageOf(query.error)}
				busy={query.isFetching}
				onRetry={() => void query.refetch()}
			/>
		);
	}
	if (!item) {
		return (
			<div aria-busy="true" className="flex flex-col gap-4 p-5">
				<p className="sr-only">Loading generation</p>
				<Skeleton className="h-10" />
				<Skeleton className="h-40" />
				<Skeleton className="h-24" />
			</div>
		);
	}
	return (
		<div className="flex flex-col gap-6 px-4 pt-1 pb-8">
			<div className="flex items-center gap-3">
				<RowPlayButton item={item} size="medium" />
				<div className="min-w-0 flex-1">
					<RowWave item={item} />
				</div>
				<span className="text-[13px] text-muted tabular">{formatTime(item.duration_seconds)}</span>
				<DownloadLink item={item} />
			</div>
			{item.partial ? <ContinuePartial itemId={itemId} /> : null}
			<div className="flex flex-wrap gap-2">
				<Button asChild size="small">
					<Link to={editPath(item)}>
						<PenLine aria-hidden="true" />
						Open in editor
					</Link>
				</Button>
				{item.alignments
					? subtitleFormats.map((format) => (
							<Button key={format} asChild size="small">
								<a
									href={`${endpointPath(historyPaths.getSubtitles.path, { history_item_id: itemId })}?format=${format}`}
									download
								>
									<Captions aria-hidden="true" />
									Subtitles ({format.toUpperCase()})
								</a>
							</Button>
						))
					: null}
				{canShare ? (
					<Button size="small" onClick={() => onShare(itemId)}>
						<Share2 aria-hidden="true" />
						Share
					</Button>
				) : null}
				<Button size="small" onClick={() => onDelete(itemId)}>
					<Trash2 aria-hidden="true" />
					Delete
				</Button>
			</div>
			<DetailSection title="Text">
				{item.dialogue ? (
					<Dialogue lines={item.dialogue} />
				) : (
					<HighlightedText
						text={item.text}
						alignment={item.alignments?.alignment ?? null}
						engine={player}
						itemId={itemId}
						label="Spoken text"
						className="max-h-80 overflow-y-auto rounded-card border border-line bg-raised px-4 py-3 leading-6"
					/>
				)}
			</DetailSection>
			<DetailSection title="Details">
				<GenerationDetails item={item} />
			</DetailSection>
			{sentences.data ? <Sentences takes={sentences.data} /> : null}
		</div>
	);
}

/** Explains a generation that ended early, and completes it. */
function ContinuePartial({ itemId }: { itemId: string }) {
	const proceed = useContinue(itemId);
	return (
		<div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-sunken px-4 py-3">
			<p className="min-w-0 flex-1 basis-48">
				This generation stopped before the end of its text. Only the rest costs credits.
			</p>
			<Button size="small" disabled={!proceed.isIdle} onClick={() => proceed.mutate()}>
				{proceed.isIdle ? "Continue" : "Continuing…"}
			</Button>
		</div>
	);
}

function Dialogue({ lines }: { lines: NonNullable<HistoryItem["dialogue"]> }) {
	return (
		<ol className="flex max-h-80 flex-col gap-2.5 overflow-y-auto rounded-card border border-line bg-raised px-4 py-3">
			{lines.map((line, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines can repeat, so the position identifies them
				<li key={at}>
					<p className="flex items-center gap-1.5 text-[13px] text-muted">
						<VoiceOrb voiceId={line.voice_id} size={12} />
						{line.voice_name}
					</p>
					<p className="break-words">{line.text}</p>
				</li>
			))}
		</ol>
	);
}

const date = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function GenerationDetails({ item }: { item: HistoryItem }) {
	const percent = (value: number | null | undefined) =>
		value === null || value === undefined ? null : `${Math.round(value * 100)}%`;
	const details: [string, string | null | undefined][] = [
		["Voice", item.dialogue ? [...new Set(item.dialogue.map((line) => line.voice_name))].join(", ") : item.voice_name],
		["Model", item.model_id],
		["Created", date.format(item.date_unix * 1000)],
		["Source", sourceNames[item.source]],
		["Cost", counted(item.character_count_change_to - item.character_count_change_from, "credit")],
		["Format", item.output_format],
		["Speed", item.settings?.speed ? `${item.settings.speed}×` : null],
		["Stability", percent(item.settings?.stability)],
		["Similarity", percent(item.settings?.similarity_boost)],
		["Style", percent(item.settings?.style)],
	];
	return <DetailList details={details} />;
}

const maxSentences = 200;

function Sentences({ takes }: { takes: Takes }) {
	if (takes.sentences.length === 0) return null;
	const shown = takes.sentences.slice(0, maxSentences);
	return (
		<DetailSection title={`Takes, ${counted(takes.sentences.length, "sentence")}`}>
			<ol className="rounded-card border border-line bg-raised">
				{shown.map((sentence) => (
					<li key={sentence.index} className="flex items-center gap-3 border-line px-4 py-2 [&+li]:border-t">
						<span className="w-9 shrink-0 text-[13px] text-muted tabular">{formatTime(sentence.start_seconds)}</span>
						<span className="min-w-0 flex-1 truncate">{takes.text.slice(sentence.start, sentence.end)}</span>
						{sentence.take > 1 ? <Badge>Take {sentence.take}</Badge> : null}
						{sentence.verdict === "misread" ? (
							<Badge tone="danger">{counted(sentence.misread.length, "word")} misread</Badge>
						) : null}
					</li>
				))}
			</ol>
			{takes.sentences.length > shown.length ? (
				<p className="mt-2 text-[13px] text-muted">and {takes.sentences.length - shown.length} more</p>
			) : null}
		</DetailSection>
	);
}
