import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { ago } from "../../../lib/text/format.ts";
import { DownloadLink } from "./download-link.tsx";
import { RowPlayButton } from "./row-play-button.tsx";
import { useAuthor } from "./use-author.ts";

/** A generation in the narrow list next to a tool. */
export function HistoryRow({ item }: { item: HistoryItem }) {
	const author = useAuthor(item);
	return (
		<li className="flex items-center gap-3 border-line border-b py-2.5">
			<RowPlayButton item={item} />
			<div className="min-w-0 flex-1">
				<p className="line-clamp-1 break-words" title={item.text.slice(0, 300)}>
					{item.text.slice(0, 300)}
				</p>
				<p className="mt-1 flex items-center gap-1.5 text-[13px] text-muted">
					<VoiceOrb voiceId={item.voice_id} size={12} />
					<span className="truncate" title={`${item.voice_name}${author} · ${ago(item.date_unix)}`}>
						{item.partial ? "Partial · " : ""}
						{item.voice_name}
						{author} · {ago(item.date_unix)}
					</span>
				</p>
			</div>
			<span className="w-9 shrink-0 text-right text-[13px] text-muted tabular">
				{formatTime(item.duration_seconds)}
			</span>
			<DownloadLink item={item} />
		</li>
	);
}
