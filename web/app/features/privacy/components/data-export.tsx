import { formatBytes } from "@timbre/contract/files.ts";
import type { DataExport } from "@timbre/contract/privacy.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Progress } from "@timbre/ui/primitives/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Download, FileArchive } from "lucide-react";
import { messageOf } from "../../../lib/api-error.ts";
import { count, dateOf } from "../../../lib/format.ts";
import { useDataExport } from "../privacy.queries.ts";

/** Everything about oneself as one file, made by the server while one does something else. */
export function DataExportCard() {
	const { archive, underWay, start, cancel } = useDataExport();
	const current = archive.data;
	return (
		<Card className="px-4 py-4 sm:px-5">
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
				<div className="min-w-0 flex-1 basis-64">
					<p className="font-medium">Take your data along</p>
					<p className="mt-0.5 text-[13px] text-muted leading-5">
						An archive with every row that is kept about you, as JSON, and the sound of your history. A mail tells you
						when it is ready.
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
				{archive.data !== undefined && !underWay && current?.status !== "done" ? (
					<Button busy={start.isPending} onClick={() => start.mutate()}>
						<FileArchive aria-hidden="true" />
						Request archive
					</Button>
				) : null}
			</div>
			{underWay && current ? (
				<Progress label="Files packed" value={current.done} max={current.total} className="mt-4" />
			) : null}
			{/* Always there, since a live region that comes with its words is not read out. */}
			<div
				className={cn(
					"flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
					current && words(current) && "mt-3",
				)}
			>
				<p role="status" className="text-[13px] text-muted">
					{current ? words(current) : ""}
				</p>
				{current && (underWay || current.status === "done") ? (
					<Button
						variant="quiet"
						size="small"
						busy={cancel.isPending}
						onClick={() => cancel.mutate(current.data_export_id)}
					>
						{underWay ? "Cancel" : "Remove"}
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

function words(archive: DataExport): string {
	switch (archive.status) {
		case "waiting":
			return "The archive is about to be packed. It goes on when you close this page.";
		case "running":
			return `Packing ${count(archive.done)} of ${count(archive.total)} files. It goes on when you close this page.`;
		case "done":
			return `Ready, for you only, until ${dateOf(archive.expires_at_unix ?? 0)}.`;
		case "failed":
			return "The last archive could not be made. Try again.";
		case "expired":
			return "The last archive was kept for its time and is gone.";
		default:
			return "";
	}
}
