import { formatBytes } from "@timbre/contract/files.ts";
import type { DataExport } from "@timbre/contract/privacy/endpoints.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Download, FileArchive } from "lucide-react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { count, dateOf } from "../../../lib/text/format.ts";
import { useDataExport } from "../privacy.queries.ts";

/** Exports all of the user's data as one archive, in the background. */
export function DataExportCard() {
	const { archive, isRunning, start, cancel } = useDataExport();
	const current = archive.data;
	return (
		<Card className="px-4 py-4 sm:px-5">
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
				<div className="min-w-0 flex-1 basis-64">
					<p className="font-medium">Export your data</p>
					<p className="mt-0.5 text-[13px] text-muted leading-5">
						Get an archive with all data stored about you as JSON, and the audio in your history. We'll email you when
						it's ready, if this server can send email.
					</p>
				</div>
				{archive.isPending ? <Skeleton className="h-9 w-36" /> : null}
				{current?.status === "done" && current.url ? (
					<Button asChild variant="primary">
						<a href={current.url} download={current.file_name}>
							<Download aria-hidden="true" />
							Download{current.size_bytes === null ? "" : ` ${formatBytes(current.size_bytes)}`}
						</a>
					</Button>
				) : null}
				{archive.data !== undefined && !isRunning && current?.status !== "done" ? (
					<Button busy={start.isPending} onClick={() => start.mutate()}>
						<FileArchive aria-hidden="true" />
						Request archive
					</Button>
				) : null}
			</div>
			{isRunning && current ? (
				<Progress label="Files packed" value={current.done} max={current.total} className="mt-4" />
			) : null}
			{/* Always mounted: screen readers skip a live region that appears together with its text. */}
			<div
				className={cn(
					"flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
					current && statusText(current) && "mt-3",
				)}
			>
				<p role="status" className="text-[13px] text-muted">
					{current ? statusText(current) : ""}
				</p>
				{current && (isRunning || current.status === "done") ? (
					<Button
						variant="quiet"
						size="small"
						busy={cancel.isPending}
						onClick={() => cancel.mutate(current.data_export_id)}
					>
						{isRunning ? "Cancel" : "Remove"}
					</Button>
				) : null}
			</div>
			{archive.isError ? (
				<p role="alert" className="mt-3 text-danger">
					{messageOf(archive.error)}
				</p>
			) : null}
		</Card>
	);
}

function statusText(archive: DataExport): string {
	switch (archive.status) {
		case "waiting":
			return "Preparing the archive. You can leave this page.";
		case "running":
			return `Packing ${count(archive.done)} of ${count(archive.total)} files. You can leave this page.`;
		case "done":
			return `Ready to download until ${dateOf(archive.expires_at_unix ?? 0)}. Only you can access it.`;
		case "failed":
			return `The last export failed. ${archive.error ?? "Try again."}`;
		case "expired":
			return "The last archive has expired.";
		default:
			return "";
	}
}
