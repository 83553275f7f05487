import { acceptedTypesText } from "@timbre/contract/files.ts";
import { maxUploadBytes } from "@timbre/contract/uploads/rules.ts";
import { DropZone } from "@timbre/ui/primitives/forms/drop-zone.tsx";
import { useEffect, useRef } from "react";
import { useLeaveWarning } from "../../lib/forms/leave-warning.ts";
import { bytes, count } from "../../lib/text/format.ts";
import { UploadRow } from "./components/upload-row.tsx";
import { acceptedFiles } from "./model/file-problem.ts";
import type { UploadItem } from "./model/upload-list.ts";
import type { Uploads } from "./uploads.public.ts";

type UploadZoneProps = {
	/** From `useUploads`, in the component that uses the files. */
	uploads: Uploads;
	/** What can be dropped here. */
	title?: string;
	/** A sentence before the accepted types and sizes, such as the longest recording. */
	advice?: string;
	disabled?: boolean;
};

/** Drop or choose files, and see them being uploaded. */
export function UploadZone({ uploads, title, advice, disabled }: UploadZoneProps) {
	const { items, problems, maxFiles, busy, add, cancel } = uploads;
	const multiple = maxFiles > 1;
	const full = items.length >= maxFiles;
	// Only parts on their way would be lost, but the file has to be chosen again.
	useLeaveWarning(busy);
	// The pressed button may be gone, so the keyboard continues at the first one there is.
	const zone = useRef<HTMLDivElement>(null);
	const moveFocus = useRef(false);
	const movingFocus = (action: () => void) => {
		moveFocus.current = true;
		action();
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
	useEffect(() => {
		if (moveFocus.current) zone.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
		moveFocus.current = false;
	}, [items, problems]);
	return (
		<div ref={zone} className="flex flex-col gap-3">
			{full && !multiple ? null : (
				<DropZone
					title={title ?? (multiple ? "Drop audio or video files here" : "Drop an audio or video file here")}
					advice={
						<>
							{advice ? `${advice} ` : null}
							Up to {multiple ? `${count(maxFiles)} files, ` : ""}
							{bytes(maxUploadBytes)}
							{multiple ? " each" : ""}. {acceptedTypesText}
						</>
					}
					accept={acceptedFiles}
					multiple={multiple}
					disabled={disabled || full}
					button={{ children: multiple ? "Choose files" : "Choose file", size: "small" }}
					onFiles={(files) => (multiple ? add(files) : movingFocus(() => add(files)))}
				/>
			)}
			{problems.length > 0 ? (
				<div role="alert" className="flex flex-col gap-1 break-words text-[13px] text-danger">
					{problems.map((problem) => (
						<p key={problem}>{problem}</p>
					))}
				</div>
			) : null}
			{items.length > 0 ? (
				<ul aria-label="Files" className="rounded-card border border-line bg-raised">
					{items.map((item) => (
						<UploadRow
							key={item.id}
							item={item}
							disabled={disabled}
							onCancel={() => movingFocus(() => cancel(item.id))}
							onRetry={() => movingFocus(() => uploads.retry(item.id))}
						/>
					))}
				</ul>
			) : null}
			<p role="status" className="sr-only">
				{summaryOf(items)}
			</p>
		</div>
	);
}

/** For screen readers: changes when a file is done or the connection is lost, and not with every part. */
function summaryOf(items: readonly UploadItem[]): string {
	if (items.length === 0) return "";
	const of = (status: UploadItem["status"]) => items.filter((item) => item.status === status).length;
	if (of("interrupted") > 0) return "Connection lost. The upload continues when you are back online.";
	const failed = of("failed") > 0 ? ` ${of("failed")} failed.` : "";
	if (of("uploading") + of("waiting") > 0)
		return `Uploading. ${of("uploaded")} of ${items.length} files uploaded.${failed}`;
	return `${of("uploaded")} of ${items.length} files uploaded.${failed}`;
}
