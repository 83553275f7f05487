// Reads back what players read, by the boxes of the file: independent of FFmpeg and of the writer.

type Box = { type: string; start: number; end: number };

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
	const boxes: Box[] = [];
	for (let at = from; at < to; ) {
		const size = bytes.readUInt32BE(at);
		const large = size === 1;
		const length = large ? Number(bytes.readBigUInt64BE(at + 8)) : size;
		if (length < 8 || at + length > to) throw new RangeError(`box of ${length} bytes at ${at}`);
		boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), start: at + (large ? 16 : 8), end: at + length });
		at += length;
	}
	return boxes;
}

export function readMp4(bytes: Buffer) {
	const top = boxesIn(bytes, 0, bytes.length);
	const inside = (box: Box, skip = 0) => boxesIn(bytes, box.start + skip, box.end);
	const find = (boxes: Box[], ...path: string[]): Box => {
		const [type, ...rest] = path;
		const box = boxes.find((one) => one.type === type);
		if (!box) throw new RangeError(`no ${type}`);
		return rest.length === 0 ? box : find(inside(box, type === "meta" ? 4 : 0), ...rest);
	};
	const movie = inside(find(top, "moov"));
	const u32 = (box: Box, at: number) => bytes.readUInt32BE(box.start + at);
	const tracks = movie.filter(({ type }) => type === "trak").map((track) => readTrack(inside(track)));

	function readTrack(track: Box[]) {
		const header = find(track, "mdia", "mdhd");
		const isLong = bytes[header.start] === 1;
		const timescale = u32(header, isLong ? 20 : 12);
		const duration = isLong ? Number(bytes.readBigUInt64BE(header.start + 24)) : u32(header, 16);
		const table = inside(find(track, "mdia", "minf", "stbl"));
		const sizes = find(table, "stsz");
		const chunks = find(table, "stsc");
		const times = find(table, "stts");
		const offsets = table.find(({ type }) => type === "co64") ?? find(table, "stco");
		const width = offsets.type === "co64" ? 8 : 4;
		const perChunk = (chunk: number) => {
			let count = 0;
			for (let entry = 0; entry < u32(chunks, 4); entry++)
				if (u32(chunks, 8 + entry * 12) <= chunk) count = u32(chunks, 12 + entry * 12);
			return count;
		};
		const samples: Buffer[] = [];
		for (let chunk = 0; chunk < u32(offsets, 4); chunk++) {
			const entry = offsets.start + 8 + chunk * width;
			let at = width === 8 ? Number(bytes.readBigUInt64BE(entry)) : bytes.readUInt32BE(entry);
			for (let left = perChunk(chunk + 1); left > 0; left--) {
				const size = u32(sizes, 12 + samples.length * 4);
				samples.push(bytes.subarray(at, at + size));
				at += size;
			}
		}
		if (samples.length !== u32(sizes, 8)) throw new RangeError(`${samples.length} samples in chunks`);
		const durations: number[] = [];
		for (let entry = 0; entry < u32(times, 4); entry++)
			for (let left = u32(times, 8 + entry * 8); left > 0; left--) durations.push(u32(times, 12 + entry * 8));
		const references = track.find(({ type }) => type === "tref");
		const edits = track.find(({ type }) => type === "edts");
		const edit = edits && find(inside(edits), "elst");
		return {
			id: u32(find(track, "tkhd"), 12),
			handler: bytes.toString("latin1", find(track, "mdia", "hdlr").start + 8, find(track, "mdia", "hdlr").start + 12),
			seconds: duration / timescale,
			timescale,
			samples,
			durations,
			chapterTrack: references && u32(find(inside(references), "chap"), 0),
			edit: edit && { duration: u32(edit, 8), mediaTime: u32(edit, 12) },
		};
	}

	const user = inside(find(movie, "udta"));
	const list = find(user, "chpl");
	const listed: { title: string; from: number }[] = [];
	for (let at = list.start + 9; at < list.end; ) {
		const length = bytes[at + 8] as number;
		listed.push({
			from: Number(bytes.readBigUInt64BE(at)) / 1e7,
			title: bytes.toString("utf8", at + 9, at + 9 + length),
		});
		at += 9 + length;
	}
	const items = new Map<string, Buffer>();
	for (const item of inside(find(user, "meta", "ilst"))) {
		const parts = inside(item);
		const name =
			item.type === "----" ? bytes.toString("utf8", find(parts, "name").start + 4, find(parts, "name").end) : item.type;
		const data = find(parts, "data");
		items.set(name, bytes.subarray(data.start + 8, data.end));
	}
	const movieHeader = find(movie, "mvhd");
	return {
		order: top.map(({ type }) => type),
		brand: bytes.toString("latin1", 8, 12),
		seconds: u32(movieHeader, 16) / u32(movieHeader, 12),
		tracks,
		listedCount: bytes[list.start + 8],
		listed,
		items,
	};
}
