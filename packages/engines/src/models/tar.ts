const BLOCK = 512;

/** `data` receives the bytes of one entry in order, `end` is called when the entry is complete. */
export type EntrySink = { data(bytes: Buffer, offset: number): Promise<void> | void; end?(): Promise<void> | void };

function text(header: Buffer, at: number, length: number): string {
	const end = header.indexOf(0, at);
	return header.toString("utf8", at, end < 0 || end > at + length ? at + length : end);
}

function octal(header: Buffer, at: number, length: number): number {
	return Number.parseInt(text(header, at, length).trim() || "0", 8);
}

/** The `path` record of a pax header: `<length> path=<value>\n`. */
function paxPath(records: string): string | undefined {
	return /^\d+ path=(.*)$/m.exec(records)?.[1];
}

/**
 * Reads a tar stream and passes entries to the sink that `open` returns. Supports what npm packs: regular files, ustar
 * prefixes and pax paths. Skips links and other entry types.
 */
export async function readTar(
	source: AsyncIterable<Buffer>,
	open: (path: string, size: number) => EntrySink | undefined,
): Promise<void> {
	let buffer: Buffer = Buffer.alloc(0);
	let sink: EntrySink | undefined;
	let left = 0;
	let padding = 0;
	let offset = 0;
	let longPath: string | undefined;
	let inEntry = false;

	for await (const chunk of source) {
		buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
		for (;;) {
			if (inEntry) {
				const bytes = buffer.subarray(0, left);
				if (bytes.length > 0) await sink?.data(bytes, offset);
				offset += bytes.length;
				left -= bytes.length;
				buffer = buffer.subarray(bytes.length);
				if (left > 0 || buffer.length < padding) break;
				buffer = buffer.subarray(padding);
				inEntry = false;
				await sink?.end?.();
			}
			if (buffer.length < BLOCK) break;
			const header = buffer.subarray(0, BLOCK);
			buffer = buffer.subarray(BLOCK);
			if (header.every((byte) => byte === 0)) continue;
			const size = octal(header, 124, 12);
			const kind = text(header, 156, 1);
			const prefix = text(header, 257, 5) === "ustar" ? text(header, 345, 155) : "";
			const path = longPath ?? (prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100));
			longPath = undefined;
			left = size;
			padding = (BLOCK - (size % BLOCK)) % BLOCK;
			offset = 0;
			inEntry = true;
			if (kind === "x") {
				const records: Buffer[] = [];
				sink = {
					data: (bytes) => void records.push(Buffer.from(bytes)),
					end: () => {
						longPath = paxPath(Buffer.concat(records).toString("utf8"));
					},
				};
			} else sink = kind === "" || kind === "0" ? open(path, size) : undefined;
		}
	}
	if (inEntry && (left > 0 || buffer.length > 0)) throw new Error("The archive is truncated.");
}
