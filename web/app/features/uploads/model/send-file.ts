import { maxPartBytes } from "@timbre/contract/uploads/rules.ts";
import type { Upload } from "@timbre/contract/uploads/schemas.ts";
import { isApiError } from "../../../lib/api/api-error.ts";

/** What the uploader needs of the server and the browser. */
export type UploadPlatform = {
	create: (file: { file_name: string; bytes: number }, signal: AbortSignal) => Promise<Upload>;
	get: (uploadId: string, signal: AbortSignal) => Promise<Upload>;
	append: (uploadId: string, offset: number, part: Blob, signal: AbortSignal) => Promise<Upload>;
	delete: (uploadId: string) => Promise<void>;
	/** Resolves after `ms`, earlier when the network is back. Rejects when aborted. */
	wait: (ms: number, signal: AbortSignal) => Promise<void>;
	now: () => number;
	/** Uploads that can be resumed, also after a reload. */
	saved: {
		find: (file: File) => string | undefined;
		add: (file: File, uploadId: string) => void;
		remove: (file: File) => void;
	};
};

export type SendProgress = {
	uploadId: string | undefined;
	sentBytes: number;
	/** True while the connection is lost and the upload will continue by itself. */
	interrupted: boolean;
};

const firstPartBytes = 1024 * 1024;
const minPartBytes = 256 * 1024;
/** Parts that take longer are made smaller, so that progress shows and little is sent again. */
const slowMs = 4_000;
const fastMs = 1_000;
const maxPartMs = 120_000;
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/**
 * Sends a file in parts. Continues an earlier upload of the same file, and after a lost connection from the first byte the
 * server does not have. Resolves with the id of the complete upload; rejects if it is aborted or can't succeed.
 */
export async function sendFile(
	platform: UploadPlatform,
	file: File,
	{ signal, onProgress }: { signal: AbortSignal; onProgress: (progress: SendProgress) => void },
): Promise<string> {
	let upload: Upload | undefined;
	let partBytes = firstPartBytes;
	let failures = 0;
	const report = (interrupted: boolean) =>
		onProgress({ uploadId: upload?.upload_id, sentBytes: upload?.received_bytes ?? 0, interrupted });
	for (;;) {
		try {
			upload = await findOrCreate(platform, file, signal);
			report(false);
			while (upload.received_bytes < upload.bytes) {
				const offset: number = upload.received_bytes;
				const started = platform.now();
				upload = await platform.append(
					upload.upload_id,
					offset,
					file.slice(offset, offset + Math.min(partBytes, upload.max_part_bytes)),
					AbortSignal.any([signal, AbortSignal.timeout(maxPartMs)]),
				);
				failures = 0;
				partBytes = nextPartBytes(partBytes, platform.now() - started);
				report(false);
			}
			platform.saved.remove(file);
			return upload.upload_id;
		} catch (error) {
			signal.throwIfAborted();
			if (isGone(error)) platform.saved.remove(file);
			else if (!isTemporary(error)) throw error;
			failures++;
			if (isGone(error) && failures > maxRestarts) throw error;
			partBytes = Math.max(minPartBytes, partBytes / 2);
			report(true);
			await platform.wait(Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - 1)), signal);
		}
	}
}
const maxRestarts = 3;

async function findOrCreate({ create, get, saved }: UploadPlatform, file: File, signal: AbortSignal): Promise<Upload> {
	const id = saved.find(file);
	if (id !== undefined) return get(id, signal);
	const upload = await create({ file_name: file.name.slice(-255), bytes: file.size }, signal);
	saved.add(file, upload.upload_id);
	return upload;
}

function nextPartBytes(partBytes: number, ms: number): number {
	if (ms < fastMs) return Math.min(maxPartBytes, partBytes * 2);
	return ms > slowMs ? Math.max(minPartBytes, partBytes / 2) : partBytes;
}

/** The upload has expired, or belongs to another workspace. */
const isGone = (error: unknown) => isApiError(error) && error.code === "upload_not_found";

/** No response, a server that is starting or overloaded, or a part that the server already has. */
function isTemporary(error: unknown): boolean {
	if (!isApiError(error)) return error instanceof Error && error.name === "TimeoutError";
	return (
		error.code === "unreachable" ||
		error.code === "upload_offset_mismatch" ||
		error.status === 429 ||
		error.status >= 500
	);
}
