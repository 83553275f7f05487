import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file on disk for as long as `use` runs. It has no name that another process could open. */
export async function withTemporaryFile<T>(
	content: Uint8Array | AsyncIterable<Uint8Array>,
	use: (file: FileHandle) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-upload-"));
	try {
		const file = await open(join(folder, "upload"), "wx+", 0o600);
		try {
			await rm(folder, { recursive: true, force: true });
			await file.writeFile(content);
			return await use(file);
		} finally {
			await file.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
