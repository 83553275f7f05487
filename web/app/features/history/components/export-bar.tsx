import { formatBytes } from "@timbre/contract/files.ts";
import type { HistoryExport } from "@timbre/contract/history/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Download, FileArchive, X } from "lucide-react";
import { useRef } from "react";
import { count, counted } from "../../../lib/text/format.ts";

type ExportBarProps = {
	archive: HistoryExport;
	running: boolean;
	canceling: boolean;
	onCancel: () => void;
	onDismiss: () => void;
};

/** Progress of an archive. The server builds it, so it continues without this page. */
export function ExportBar({ archive, running, canceling, onCancel, onDismiss }: ExportBarProps) {
	const left = useTimeLeft(archive);
	if (archive.status === "cancelled") return null;
	return (
		<section aria-label="Archive" className="flex flex-col gap-2 border-line border-b bg-raised px-4 py-2.5 md:px-8">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<FileArchive aria-hidden="true" className="size-4 shrink-0 text-muted" />
				<p role="status" className="min-w-0 flex-1">
					{statusText(archive)}
					{running && left ? <span className="text-muted"> · {left}</span> : null}
				</p>
				{archive.status === "done" && archive.url ? (
					<Button asChild size="small" variant="primary">
						<a href={archive.url} download={archive.file_name}>
							<Download aria-hidden="true" />
							Download {archive.size_bytes === null ? "" : formatBytes(archive.size_bytes)}
						</a>
					</Button>
				) : null}
				{running ? (
					<Button size="small" busy={canceling} onClick={onCancel}>
						Cancel
					</Button>
				) : (
					<IconButton label="Dismiss" size="small" onClick={onDismiss}>
						<X aria-hidden="true" />
					</IconButton>
				)}
			</div>
			{running ? <Progress label="Archive progress" value={archive.done} max={archive.total} /> : null}
		</section>
	);
}

function statusText(archive: HistoryExport): string {
	const skipped = archive.skipped > 0 ? ` Skipped ${counted(archive.skipped, "item")} with missing audio.` : "";
	switch (archive.status) {
		case "waiting":
			return "Preparing the archive. You can leave this page.";
		case "running":
			return `Archiving ${count(archive.done)} of ${count(archive.total)} items. You can leave this page.`;
		case "done":
			return `Your archive of ${counted(archive.done - archive.skipped, "item")} is ready. It stays available for 24 hours.${skipped}`;
		case "failed":
			return `Couldn't create the archive. ${archive.error ?? "Try again or select fewer items."}`;
		default:
			return "This archive has expired. Create it again to download it.";
	}
}

/** Estimated from the progress since this page was opened. */
function useTimeLeft({ export_id, done, total }: HistoryExport): string | undefined {
	const first = useRef<{ id: string; done: number; at: number }>(undefined);
	if (first.current?.id !== export_id) first.current = { id: export_id, done, at: Date.now() };
	const archived = done - first.current.done;
	if (archived <= 0) return undefined;
	const seconds = ((Date.now() - first.current.at) / 1000 / archived) * (total - done);
	if (seconds < 60) return "less than a minute left";
	return `about ${counted(Math.round(seconds / 60), "minute")} left`;
}
