// Checks disk space before the start, instead of failing in the middle of a download.
import { mkdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { StartError } from "./supervise.ts";

const GB = 1e9;
/** All shipped weights plus space for a download. */
const MIN_BYTES_FOR_WEIGHTS = 2 * GB;
const MIN_BYTES_TO_RUN = 0.3 * GB;

/** Free bytes on the disk that holds `path`, which need not exist yet. */
export async function freeBytes(path: string): Promise<number> {
	for (let folder = path; ; folder = dirname(folder)) {
		const exists = await stat(folder).then(
			() => true,
			() => false,
		);
		if (!exists && folder !== dirname(folder)) continue;
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	}
}

/** Formats bytes as "1.4 GB" or "27 MB". */
export const formatSize = (bytes: number) =>
	bytes < GB ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / GB).toFixed(1)} GB`;

/** Throws if there is not enough space to start, or to download missing weights. */
export async function requireDiskSpace(
	dataDir: string,
	weights: { dir: string; missing: boolean },
	free: (path: string) => Promise<number> = freeBytes,
): Promise<void> {
	const forData = await free(dataDir);
	if (forData < MIN_BYTES_TO_RUN) {
		throw new StartError(
			`The disk is full: only ${formatSize(forData)} free in ${dataDir}. Free some space, or set DATA_DIR to a folder on another disk.`,
		);
	}
	const forWeights = await free(weights.dir);
	if (weights.missing && forWeights < MIN_BYTES_FOR_WEIGHTS) {
		throw new StartError(
			`Not enough disk space for the speech models: ${formatSize(MIN_BYTES_FOR_WEIGHTS)} needed, ${formatSize(forWeights)} free in ${weights.dir}. Free some space, or set MODELS_DIR to a folder on another disk.`,
		);
	}
	await mkdir(dataDir, { recursive: true });
}

/** Returns a message if the error was caused by a full disk. */
export function fullDiskMessage(error: unknown): string | undefined {
	const text =
		error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}` : String(error);
	return /ENOSPC|No space left on device/i.test(text)
		? "The disk is full. Free some space and start again. Stored data is not affected."
		: undefined;
}
