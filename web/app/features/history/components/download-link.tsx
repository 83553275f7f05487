import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { Download } from "lucide-react";
import { endpointPath } from "../../../lib/api/api.ts";

/** Uses the browser's own tooltip, because long lists render many of these. */
export function DownloadLink({ item }: { item: HistoryItem }) {
	return (
		<a
			href={endpointPath(historyPaths.getHistoryAudio.path, { history_item_id: item.history_item_id })}
			download={item.file_name}
			title="Download"
			aria-label={`Download: ${item.text.slice(0, 60)}`}
			className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink"
		>
			<Download aria-hidden="true" className="size-4" />
		</a>
	);
}
