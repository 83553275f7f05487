import { type FileHandle, open as openFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, HttpStatusError, open } from "./http.ts";

/** Replaceable so that a test can play a full disk. */
export type WriteBytes = (file: FileHandle, bytes: Buffer, position: number) => Promise<void>;

export type DownloadOptions = {
	url: string;
	/** Grows as bytes arrive; what is already there is kept and only the rest is asked for. */
	file: string;
	size: number;
	connection?: Connection;
	write?: WriteBytes;
	signal?: AbortSignal;
	stallMs?: number;
	retryDelayMs?: number;
	onBytes?: (received: number) => void;
};

const FRUITLESS_ATTEMPTS = 5;

export const writeBytes: WriteBytes = async (file, bytes, position) => {
	let at = 0;
	while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
};

/** An error of our own disk: another attempt or another source would meet it again. */
export class WriteFailure extends Error {
	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.name = "WriteFailure";
	}
}

function worthRetrying(error: unknown): boolean {
	if (error instanceof WriteFailure) return false;
	if (error instanceof HttpStatusError) return error.status >= 500 || error.status === 408 || error.status === 429;
	return true;
}

/** One request: goes on behind the bytes that are there, or from the start where the server cannot do that. */
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
	const begins = Number(/^bytes (\d+)-/.exec(response.headers["content-range"] ?? "")?.[1] ?? -1);
	if (status === 416 || (status === 206 && begins !== position)) {
		response.destroy();
		await file.truncate(0);
		throw new Error(`${new URL(url).host} cannot go on from byte ${position}`);
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
			throw new WriteFailure(error);
		}
		position += chunk.length;
		onBytes?.(position);
	}
	if (position < size) throw new Error(`${new URL(url).host} closed the connection early`);
}

/** Downloads to a file of exactly `size` bytes, going on after cut connections for as long as each attempt brings something. */
export async function download(options: DownloadOptions): Promise<void> {
	const { signal, size, retryDelayMs = 500 } = options;
	const file = await openFile(options.file, "a").then(async (created) => {
		await created.close();
		return openFile(options.file, "r+");
	});
	try {
		options.onBytes?.(Math.min(size, (await file.stat()).size));
		for (let fruitless = 0; ; ) {
			const before = (await file.stat()).size;
			try {
				await attempt(options, file);
				await file.truncate(size);
				return;
			} catch (error) {
				signal?.throwIfAborted();
				fruitless = (await file.stat()).size > before ? 0 : fruitless + 1;
				if (!worthRetrying(error) || fruitless >= FRUITLESS_ATTEMPTS) throw error;
				await sleep(retryDelayMs * 2 ** fruitless, undefined, { signal });
			}
		}
	} finally {
		await file.close();
	}
}
