// Room on the disk, asked before it is needed: a full disk in the middle of a download is a poor way to learn of it.
import { mkdir, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { StartError } from "./supervise.ts";

const GB = 1e9;
/** All shipped weights with room for a download beside them. */
const ROOM_FOR_WEIGHTS = 2 * GB;
const ROOM_TO_RUN = 0.3 * GB;

/** Free bytes on the disk that holds `path`, which need not exist yet. */
export async function freeBytes(path: string): Promise<number> {
	for (let folder = path; ; folder = dirname(folder)) {
		const there = await stat(folder).then(
			() => true,
			() => false,
		);
		if (!there && folder !== dirname(folder)) continue;
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	}
}

/** 1.4 GB, 27 MB */
export const readableSize = (bytes: number) =>
	bytes < GB ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / GB).toFixed(1)} GB`;

/** Throws a clear sentence when there is too little room to start, or too little for weights that are yet to come. */
export async function requireRoom(
	dataDir: string,
	weights: { dir: string; missing: boolean },
	free: (path: string) => Promise<number> = freeBytes,
): Promise<void> {
	const forData = await free(dataDir);
	if (forData < ROOM_TO_RUN) {
		throw new StartError(
			`The disk is full: only ${readableSize(forData)} free where ${dataDir} lies. Free some space, or set DATA_DIR to a folder on another disk.`,
		);
	}
	const forWeights = await free(weights.dir);
	if (weights.missing && forWeights < ROOM_FOR_WEIGHTS) {
		throw new StartError(
			`Too little disk space for the voice models: they need ${readableSize(ROOM_FOR_WEIGHTS)}, ${readableSize(forWeights)} are free where ${weights.dir} lies. Free some space, or set MODELS_DIR to a folder on another disk.`,
		);
	}
	await mkdir(dataDir, { recursive: true });
}

/** The sentence for an error that a full disk caused, wherever it came up. */
export function fullDiskSentence(error: unknown): string | undefined {
	const text =
		error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}` : String(error);
	return /ENOSPC|No space left on device/i.test(text)
		? "The disk is full. Free some space and start again; nothing that was stored is lost."
		: undefined;
}
