import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createUploadList, type UploadedFile, type UploadList } from "./model/upload-list.ts";
import { browserUploads } from "./uploads.queries.ts";

type UploadsOptions = {
	/** How many files can be in the list. 1 unless given. */
	maxFiles?: number;
	/** Called once for each file that is stored completely. */
	onUploaded?: (file: UploadedFile) => void;
};

export type Uploads = Pick<UploadList, "add" | "cancel" | "retry" | "release"> &
	ReturnType<UploadList["state"]> & {
		maxFiles: number;
		/** The files that are stored completely, in the order in which they were added. */
		uploaded: UploadedFile[];
		/** Whether a file is still being sent. */
		busy: boolean;
	};

/** Uploads files in resumable parts. Leaving the page stops them; choosing the same file again continues. */
export function useUploads({ maxFiles = 1, onUploaded }: UploadsOptions = {}): Uploads {
	const latest = useRef({ maxFiles, onUploaded });
	latest.current = { maxFiles, onUploaded };
	const [list] = useState(() => createUploadList(browserUploads, () => latest.current));
	const { items, problems } = useSyncExternalStore(list.subscribe, list.state, list.state);
	useEffect(() => list.stop, [list]);
	return {
		items,
		problems,
		maxFiles,
		uploaded: items.flatMap(({ status, uploadId, fileName, bytes }) =>
			status === "uploaded" && uploadId ? [{ uploadId, fileName, bytes }] : [],
		),
		busy: items.some(({ status }) => status !== "uploaded" && status !== "failed"),
		add: list.add,
		cancel: list.cancel,
		retry: list.retry,
		release: list.release,
	};
}
