import { Readable } from "node:stream";
import { extract } from "tar-stream";

/** Receives the bytes of one entry in order. */
export type EntrySink = (bytes: Buffer, offset: number) => Promise<void> | void;

const isUnsafe = (path: string) => path.startsWith("/") || path.includes("\\") || path.split("/").includes("..");

/**
 * Reads a tar stream and passes the bytes of its files to the sinks that `open` returns. Skips links and other entry
 * types, and rejects an archive with a path that leads out of it.
 */
export async function readTar(
	source: AsyncIterable<Buffer>,
	open: (path: string, size: number) => EntrySink | undefined,
): Promise<void> {
	const archive = extract();
	const bytes = Readable.from(source, { objectMode: false });
	bytes.on("error", (error) => archive.destroy(error));
	bytes.pipe(archive);
	try {
		for await (const entry of archive) {
			const { name, size = 0, type } = entry.header;
			if (isUnsafe(name)) throw new Error(`The archive has the unsafe path ${JSON.stringify(name)}.`);
			const sink = type === "file" ? open(name, size) : undefined;
			let offset = 0;
			// An entry must be read to its end before the next one starts.
			for await (const chunk of entry as AsyncIterable<Buffer>) {
				await sink?.(chunk, offset);
				offset += chunk.length;
			}
		}
	} finally {
		bytes.destroy();
	}
}
