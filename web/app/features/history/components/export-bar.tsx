import { formatBytes } from "@timbre/contract/files.ts";
import type { HistoryExport } from "@timbre/contract/history.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Progress } from "@timbre/ui/primitives/progress.tsx";
import { Download, FileArchive, X } from "lucide-react";
import { useRef } from "react";
import { count, counted } from "../../../lib/format.ts";

type ExportBarProps = {
	archive: HistoryExport;
	underWay: boolean;
	cancelling: boolean;
	onCancel: () => void;
	onDismiss: () => void;
};

/** How far the archive is. It is made by the server and goes on without this page. */
export function ExportBar({ archive, underWay, cancelling, onCancel, onDismiss }: ExportBarProps) {
	const left = useTimeLeft(archive);
	if (archive.status === "cancelled") return null;
	return (
		<section aria-label="Archive" className="flex flex-col gap-2 border-line border-b bg-raised px-4 py-2.5 md:px-8">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<FileArchive aria-hidden="true" className="size-4 shrink-0 text-muted" />
				<p role="status" className="min-w-0 flex-1">
					{words(archive)}
					{underWay && left ? <span className="text-muted"> · {left}</span> : null}
				</p>
				{archive.status === "done" && archive.url ? (
					<Button asChild size="small" variant="primary">
						<a href={archive.url} download={archive.file_name}>
							<Download aria-hidden="true" />
							Save {archive.size_bytes === null ? "" : formatBytes(archive.size_bytes)}
						</a>
					</Button>
				) : null}
				{underWay ? (
					<Button size="small" busy={cancelling} onClick={onCancel}>
						Cancel
					</Button>
				) : (
					<IconButton label="Dismiss" size="small" onClick={onDismiss}>
						<X aria-hidden="true" />
					</IconButton>
				)}
			</div>
			{underWay ? <Progress label="Items packed" value={archive.done} max={archive.total} /> : null}
		</section>
	);
}

function words(archive: HistoryExport): string {
	const skipped = archive.skipped > 0 ? ` ${counted(archive.skipped, "item")} had no sound any more.` : "";
	switch (archive.status) {
		case "waiting":
			return "The archive is about to be packed. It goes on when you close this page.";
		case "running":
			return `Packing ${count(archive.done)} of ${count(archive.total)}. It goes on when you close this page.`;
		case "done":
			return `The archive of ${counted(archive.done - archive.skipped, "item")} is ready for 24 hours.${skipped}`;
		case "failed":
			return "The archive could not be made. Try again, or choose fewer items.";
		default:
			return "The archive was kept for 24 hours and is gone.";
	}
}

/** From how fast it went since this page looks on. */
function useTimeLeft({ export_id, done, total }: HistoryExport): string | undefined {
	const first = useRef<{ id: string; done: number; at: number }>(undefined);
	if (first.current?.id !== export_id) first.current = { id: export_id, done, at: Date.now() };
	const packed = done - first.current.done;
	if (packed <= 0) return undefined;
	const seconds = ((Date.now() - first.current.at) / 1000 / packed) * (total - done);
	if (seconds < 60) return "less than a minute left";
	return `about ${counted(Math.round(seconds / 60), "minute")} left`;
}
