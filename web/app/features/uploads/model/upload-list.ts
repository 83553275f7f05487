import { messageOf } from "../../../lib/api/api-error.ts";
import { fileProblem } from "./file-problem.ts";
import { sendFile, type UploadPlatform } from "./send-file.ts";

export type UploadedFile = { uploadId: string; fileName: string; bytes: number };

export type UploadItem = {
	id: number;
	fileName: string;
	bytes: number;
	sentBytes: number;
	/** "interrupted" continues by itself. */
	status: "waiting" | "uploading" | "interrupted" | "uploaded" | "failed";
	uploadId?: string;
	error?: string;
};

type Options = { maxFiles: number; onUploaded?: (file: UploadedFile) => void };

const maxConcurrent = 2;

export type UploadList = ReturnType<typeof createUploadList>;

/** The uploads of a page, two at a time. */
export function createUploadList(platform: UploadPlatform, options: () => Options) {
	let items: readonly UploadItem[] = [];
	let problems: readonly string[] = [];
	let nextId = 1;
	const jobs = new Map<number, { file: File; controller: AbortController }>();
	const listeners = new Set<() => void>();
	let snapshot = { items, problems };
	const changed = () => {
		snapshot = { items, problems };
		for (const listener of listeners) listener();
	};
	const update = (id: number, change: Partial<UploadItem>) => {
		items = items.map((item) => (item.id === id ? { ...item, ...change } : item));
		changed();
	};

	function startNext() {
		const running = items.filter(({ status }) => status === "uploading" || status === "interrupted").length;
		for (const { id } of items
			.filter(({ status }) => status === "waiting")
			.slice(0, Math.max(0, maxConcurrent - running)))
			void run(id);
	}

	async function run(id: number) {
		const job = jobs.get(id);
		if (!job) return;
		update(id, { status: "uploading", error: undefined });
		try {
			const uploadId = await sendFile(platform, job.file, {
				signal: job.controller.signal,
				onProgress: ({ uploadId, sentBytes, interrupted }) =>
					update(id, { uploadId, sentBytes, status: interrupted ? "interrupted" : "uploading" }),
			});
			update(id, { status: "uploaded", uploadId, sentBytes: job.file.size });
			options().onUploaded?.({ uploadId, fileName: job.file.name, bytes: job.file.size });
		} catch (error) {
			if (!job.controller.signal.aborted) update(id, { status: "failed", error: messageOf(error) });
		}
		startNext();
	}

	const isListed = (file: File) =>
		items.some(({ id }) => {
			const other = jobs.get(id)?.file;
			return other?.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
		});

	/** Stops an upload and deletes what the server has of it. */
	function cancel(id: number) {
		const item = items.find((other) => other.id === id);
		const job = jobs.get(id);
		if (!item) return;
		job?.controller.abort();
		jobs.delete(id);
		items = items.filter((other) => other.id !== id);
		changed();
		if (job) platform.saved.remove(job.file);
		// It expires by itself if this fails.
		if (item.uploadId) platform.delete(item.uploadId).catch(() => undefined);
		startNext();
	}

	return {
		state: () => snapshot,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		add(files: readonly File[]) {
			const found: string[] = [];
			for (const file of files) {
				const problem = isListed(file)
					? `${file.name} is already added.`
					: items.length >= options().maxFiles
						? tooMany(options().maxFiles)
						: fileProblem(file);
				if (problem) {
					if (!found.includes(problem)) found.push(problem);
					continue;
				}
				const id = nextId++;
				jobs.set(id, { file, controller: new AbortController() });
				items = [...items, { id, fileName: file.name, bytes: file.size, sentBytes: 0, status: "waiting" }];
			}
			problems = found;
			changed();
			startNext();
		},
		cancel,
		retry(id: number) {
			update(id, { status: "waiting", error: undefined });
			startNext();
		},
		/** Forgets finished uploads that a job uses now, without deleting them. */
		release(uploadIds: readonly string[]) {
			items = items.filter(
				({ uploadId, status }) => status !== "uploaded" || !uploadId || !uploadIds.includes(uploadId),
			);
			changed();
		},
		/** Stops everything when the page is left. What is stored can be resumed. */
		stop() {
			for (const { controller } of jobs.values()) controller.abort();
		},
	};
}

const tooMany = (max: number) =>
	max === 1 ? "Upload one file at a time." : `Upload at most ${max} files at a time. The others were not added.`;
