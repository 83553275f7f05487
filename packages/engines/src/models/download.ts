import { type FileHandle, open as openFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, HttpStatusError, open } from "./http.ts";

/** Injectable so that tests can simulate a full disk. */
export type WriteBytes = (file: FileHandle, bytes: Buffer, position: number) => Promise<void>;

export type DownloadOptions = {
	url: string;
	/** Path of the target. If it exists, the download resumes at its end. */
	file: string;
	size: number;
	connection?: Connection;
	write?: WriteBytes;
	signal?: AbortSignal;
	stallMs?: number;
	retryDelayMs?: number;
	onBytes?: (received: number) => void;
};

const MAX_FAILED_ATTEMPTS = 5;

export const writeBytes: WriteBytes = async (file, bytes, position) => {
	let at = 0;
	while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
};

/** An error of the local disk. Retrying or another source would not help. */
export class DiskWriteError extends Error {
	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.name = "DiskWriteError";
	}
}

function isRetryable(error: unknown): boolean {
	if (error instanceof DiskWriteError) return false;
	if (error instanceof HttpStatusError) return error.status >= 500 || error.status === 408 || error.status === 429;
	return true;
}

/**
 * Makes one request. Resumes after the bytes already downloaded, or starts over if the server does not support ranges.
 */
async function attempt(options: DownloadOptions, file: FileHandle): Promise<void> {
	const { url, size, connection, signal, stallMs, write = writeBytes, onBytes } = options;
	let position = (await file.stat()).size;
	if (position > size) {
		await file.truncate(0);
		position = 0;
	}
	if (position === size) return;
	const headers: Record<string, string> = position > 0 ? { range: `bytes=${position}-` } : {};
	const response = await open(url, { connection, signal, stallMs, headers });
	const status = response.statusCode ?? 0;
	const rangeStart = Number(/^bytes (\d+)-/.exec(response.headers["content-range"] ?? "")?.[1] ?? -1);
	if (status === 416 || (status === 206 && rangeStart !== position)) {
		response.destroy();
		await file.truncate(0);
		throw new Error(`${new URL(url).host} can't resume at byte ${position}`);
	}
	if (status !== 200 && status !== 206) {
		response.resume();
		throw new HttpStatusError(status, url);
	}
	if (status === 200) {
		await file.truncate(0);
		position = 0;
	}
	for await (const chunk of response as AsyncIterable<Buffer>) {
		try {
			await write(file, chunk, position);
		} catch (error) {
			throw new DiskWriteError(error);
		}
		position += chunk.length;
		onBytes?.(position);
	}
	if (position < size) throw new Error(`${new URL(url).host} closed the connection early`);
}

/**
 * Downloads to a file of exactly `size` bytes. Resumes after lost connections, and gives up after repeated attempts
 * without progress.
 */
export async function download(options: DownloadOptions): Promise<void> {
	const { signal, size, retryDelayMs = 500 } = options;
	const file = await openFile(options.file, "a").then(async (created) => {
		await created.close();
		return openFile(options.file, "r+");
	});
	try {
		options.onBytes?.(Math.min(size, (await file.stat()).size));
		for (let failed = 0; ; ) {
			const before = (await file.stat()).size;
			try {
				await attempt(options, file);
				await file.truncate(size);
				return;
			} catch (error) {
				signal?.throwIfAborted();
				failed = (await file.stat()).size > before ? 0 : failed + 1;
				if (!isRetryable(error) || failed >= MAX_FAILED_ATTEMPTS) throw error;
				await sleep(retryDelayMs * 2 ** failed, undefined, { signal });
			}
		}
	} finally {
		await file.close();
	}
}
