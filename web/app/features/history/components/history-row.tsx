import { type HistoryItem, historyEndpoints } from "@timbre/contract/history.ts";
import { clock } from "@timbre/ui/audio/time.ts";
import { usePlayer, usePlayerTime } from "@timbre/ui/audio/use-player.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Waveform } from "@timbre/ui/audio/waveform.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Tooltip } from "@timbre/ui/primitives/tooltip.tsx";
import { voiceColours } from "@timbre/ui/voice-colours.ts";
import { Download, Pause, Play, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { endpointPath } from "../../../lib/api.ts";
import { ago, counted } from "../../../lib/format.ts";
import { player } from "../../../lib/player.ts";

type HistoryRowProps = { item: HistoryItem; compact?: boolean; onDelete?: () => void };

export function HistoryRow({ item, compact = false, onDelete }: HistoryRowProps) {
	const state = usePlayer(player);
	const loaded = state.item?.id === item.history_item_id;
	const sounding = loaded && (state.status === "playing" || state.status === "loading");
	const peaks = useMemo(() => item.peaks?.map((peak) => peak / 255) ?? [], [item.peaks]);
	const audioUrl = endpointPath(historyEndpoints.getHistoryAudio.path, { history_item_id: item.history_item_id });
	const play = () => {
		if (loaded) return player.toggle();
		void player.load(
			{
				id: item.history_item_id,
				kind: "speechHistoryItem",
				title: item.text,
				description: item.voice_name,
				voiceId: item.voice_id,
				peaks,
				estimatedDuration: item.duration_seconds,
				downloadUrl: audioUrl,
				fileName: item.file_name,
			},
			{ url: audioUrl },
		);
	};
	const spent = item.character_count_change_to - item.character_count_change_from;
	return (
		<li className={cn("flex items-center border-line border-b", compact ? "gap-3 py-2.5" : "gap-4 py-3.5")}>
			<IconButton
				label={sounding ? "Pause" : `Play: ${item.text.slice(0, 60)}`}
				tooltip={false}
				variant={loaded ? "primary" : "outline"}
				size={compact ? "small" : "medium"}
				round
				onClick={play}
			>
				{sounding ? (
					<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
				) : (
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
				)}
			</IconButton>
			<div className="min-w-0 flex-1">
				<p className={cn("break-words", compact ? "line-clamp-1" : "line-clamp-2")}>{item.text}</p>
				<p className="mt-1 flex items-center gap-1.5 text-[13px] text-muted">
					<VoiceOrb voiceId={item.voice_id} size={12} />
					<span className="truncate">
						{item.voice_name} · {ago(item.date_unix)}
						{compact ? null : <span className="max-sm:hidden"> · {counted(spent, "credit")}</span>}
					</span>
				</p>
			</div>
			{compact ? null : (
				<div className="flex w-56 items-center gap-3 max-md:hidden">
					{peaks.length > 0 ? <RowWaveform item={item} peaks={peaks} loaded={loaded} /> : null}
				</div>
			)}
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular">{clock(item.duration_seconds)}</span>
			<div className="flex shrink-0 items-center">
				<Tooltip label="Download">
					<a
						href={audioUrl}
						download={item.file_name}
						aria-label={`Download: ${item.text.slice(0, 60)}`}
						className="inline-flex size-8 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
					>
						<Download aria-hidden="true" className="size-4" />
					</a>
				</Tooltip>
				{onDelete ? (
					<IconButton label={`Delete: ${item.text.slice(0, 60)}`} tooltip={false} size="small" onClick={onDelete}>
						<Trash2 aria-hidden="true" />
					</IconButton>
				) : null}
			</div>
		</li>
	);
}

function RowWaveform({ item, peaks, loaded }: { item: HistoryItem; peaks: number[]; loaded: boolean }) {
	const colours = voiceColours(item.voice_id);
	if (!loaded) return <Waveform peaks={peaks} height={28} />;
	return <PlayingWaveform peaks={peaks} colours={colours} duration={item.duration_seconds} />;
}

type PlayingWaveformProps = { peaks: number[]; colours: { from: string; to: string }; duration: number };

function PlayingWaveform({ peaks, colours, duration }: PlayingWaveformProps) {
	const position = usePlayerTime(player);
	return <Waveform peaks={peaks} colours={colours} position={position} duration={duration} height={28} />;
}
