import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty file that has no name that another process could open. It is gone once it is closed. */
export async function openTemporaryFile(): Promise<FileHandle> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-upload-"));
	try {
		return await open(join(folder, "upload"), "wx+", 0o600);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** A file on disk for as long as `use` runs. */
export async function withTemporaryFile<T>(
	content: Uint8Array | AsyncIterable<Uint8Array>,
	use: (file: FileHandle) => Promise<T>,
): Promise<T> {
	const file = await openTemporaryFile();
	try {
		await file.writeFile(content);
		return await use(file);
	} finally {
		await file.close();
	}
}
