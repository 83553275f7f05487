const BLOCK = 512;

/** `data` gets the bytes of one entry in order, `end` is called when the entry is whole. */
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
 * Reads a tar stream and hands over the entries that `open` wants. Enough of the format for what npm packs: plain
 * files, ustar prefixes and pax paths; links and other kinds are passed over.
 */
export async function readTar(
	source: AsyncIterable<Buffer>,
	open: (path: string, size: number) => EntrySink | undefined,
): Promise<void> {
	let held: Buffer = Buffer.alloc(0);
	let sink: EntrySink | undefined;
	let left = 0;
	let padding = 0;
	let offset = 0;
	let longPath: string | undefined;
	let inEntry = false;

	for await (const chunk of source) {
		held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
		for (;;) {
			if (inEntry) {
				const bytes = held.subarray(0, left);
				if (bytes.length > 0) await sink?.data(bytes, offset);
				offset += bytes.length;
				left -= bytes.length;
				held = held.subarray(bytes.length);
				if (left > 0 || held.length < padding) break;
				held = held.subarray(padding);
				inEntry = false;
				await sink?.end?.();
			}
			if (held.length < BLOCK) break;
			const header = held.subarray(0, BLOCK);
			held = held.subarray(BLOCK);
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
	if (inEntry && (left > 0 || held.length > 0)) throw new Error("The archive ends in the middle of a file.");
}
