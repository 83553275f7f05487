import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Check, CircleAlert, FileAudio, X } from "lucide-react";
import { bytes } from "../../../lib/text/format.ts";
import type { UploadItem } from "../model/upload-list.ts";

type UploadRowProps = { item: UploadItem; disabled?: boolean; onCancel: () => void; onRetry: () => void };

/** One file: its progress, and what can be done about it. */
export function UploadRow({ item, disabled, onCancel, onRetry }: UploadRowProps) {
	const { fileName, status } = item;
	const unfinished = status === "uploading" || status === "interrupted" || status === "waiting";
	return (
		<li className="border-line border-b py-2 pr-1.5 pl-4 last:border-b-0">
			<div className="flex items-center gap-3">
				<StatusIcon status={status} />
				<div className="min-w-0 flex-1">
					<p className="truncate" title={fileName}>
						{fileName}
					</p>
					<p className={status === "failed" ? "break-words text-[13px] text-danger" : "text-[13px] text-muted tabular"}>
						{statusText(item)}
					</p>
				</div>
				{status === "failed" ? (
					<Button size="small" variant="quiet" disabled={disabled} onClick={onRetry}>
						Try again
					</Button>
				) : null}
				<IconButton
					label={`${unfinished ? "Cancel" : "Remove"} ${fileName}`}
					size="small"
					disabled={disabled}
					onClick={onCancel}
				>
					<X aria-hidden="true" />
				</IconButton>
			</div>
			{unfinished ? (
				<Progress
					label={`Upload of ${fileName}`}
					value={item.sentBytes}
					max={item.bytes}
					className="mt-1.5 mr-2.5 w-auto"
				/>
			) : null}
		</li>
	);
}

function StatusIcon({ status }: { status: UploadItem["status"] }) {
	if (status === "uploaded") return <Check aria-hidden="true" className="size-4 shrink-0 text-positive" />;
	if (status === "failed") return <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />;
	return <FileAudio aria-hidden="true" className="size-4 shrink-0 text-muted" />;
}

function statusText({ status, sentBytes, bytes: total, error }: UploadItem): string {
	if (status === "failed") return error ?? "The upload failed.";
	if (status === "uploaded") return `${bytes(total)}, uploaded`;
	if (status === "waiting") return `${bytes(total)}, waiting`;
	const progress = `${bytes(sentBytes)} of ${bytes(total)} (${Math.floor((sentBytes / total) * 100)}%)`;
	return status === "interrupted" ? `Connection lost. Trying again. ${progress}` : progress;
}
