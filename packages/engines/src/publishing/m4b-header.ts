// The header of an M4B file: an audio track, chapters in both ways that players read, and the details of the book.
import { aacFrameSamples, aacPrimingSamples } from "./aac.ts";
import type { Cover } from "./cover.ts";
import {
	box,
	type Content,
	fullBox,
	lengthOf,
	toBytes,
	u8,
	u16,
	u32,
	u64,
	utf8,
	utf8Within,
	zeros,
} from "./mp4-boxes.ts";

export type BookDetails = {
	title: string;
	author?: string;
	narrator?: string;
	publisher?: string;
	year?: number;
	description?: string;
	isbn?: string;
	/** BCP 47. */
	language?: string;
};

/** In seconds. Each chapter ends where the next one starts. */
export type ChapterTime = { title: string; from: number; to: number };

export type M4bHeader = {
	details: BookDetails;
	cover: Cover | undefined;
	chapters: readonly ChapterTime[];
	sampleRate: number;
	/** Of the audio without padding. */
	samples: number;
	config: Uint8Array;
	packetBytes: Uint16Array;
};

/** One second, as a player that seeks reads at least one chunk. */
const packetsPerChunk = 43;
/** Of the movie and of the chapters, per second. */
const timescale = 1000;
const audioTrack = 1;
const chapterTrack = 2;
/** Files from here on need 64-bit offsets. */
const maxOffset = 0xffff_ffff;
/** The list of the older kind has a one-byte count and length. */
const maxListed = 255;
const identity = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** All bytes before the audio packets. The chapters' texts are the first part of the media data. */
export function m4bHeader(header: M4bHeader): Buffer {
	const texts = toBytes(header.chapters.map(({ title }) => chapterText(title)));
	const audioBytes = header.packetBytes.reduce((sum, bytes) => sum + bytes, 0);
	const mediaBytes = texts.length + audioBytes;
	const type = box("ftyp", utf8("M4B "), u32(0x200), utf8("M4B M4A mp42isom"));
	const isLarge = mediaBytes + (1 << 28) > maxOffset;
	const mediaHeader = isLarge
		? Buffer.concat([u32(1), utf8("mdat"), u64(mediaBytes + 16)])
		: Buffer.concat([u32(mediaBytes + 8), utf8("mdat")]);
	// Offsets have a fixed width, so the length of the movie box does not depend on where the data starts.
	const movieAt = (start: number) => movie(header, start, isLarge, texts.length);
	const start = lengthOf([type, movieAt(0), mediaHeader]);
	return toBytes([type, movieAt(start), mediaHeader, texts]);
}

function movie(header: M4bHeader, start: number, isLarge: boolean, textBytes: number): Content {
	const duration = Math.round((header.samples * timescale) / header.sampleRate);
	return box(
		"moov",
		fullBox("mvhd", 0, 0, [
			u32(0, 0, timescale, duration, 0x10000),
			u16(0x100),
			zeros(10),
			identity,
			zeros(24),
			u32(chapterTrack + 1),
		]),
		audio(header, duration, start + textBytes, isLarge),
		chapters(header, duration, start, isLarge),
		box("udta", details(header), chapterList(header.chapters)),
	);
}

function audio(header: M4bHeader, duration: number, start: number, isLarge: boolean): Content {
	const { packetBytes, sampleRate, samples } = header;
	const packets = packetBytes.length;
	const chunks = Math.ceil(packets / packetsPerChunk);
	const rest = packets % packetsPerChunk;
	const offsets = new Float64Array(chunks);
	for (let packet = 0, at = start; packet < packets; packet++) {
		if (packet % packetsPerChunk === 0) offsets[packet / packetsPerChunk] = at;
		at += packetBytes[packet] as number;
	}
	const sizes = Buffer.alloc(packets * 4);
	for (let packet = 0; packet < packets; packet++) sizes.writeUInt32BE(packetBytes[packet] as number, packet * 4);
	const isRest = rest > 0 && chunks > 1;
	// The last packet is shorter by its padding: not every player reads the end from the edit list.
	const padding = packets * aacFrameSamples - aacPrimingSamples - samples;
	const last = aacFrameSamples - Math.max(0, Math.min(aacFrameSamples - 1, padding));
	return box(
		"trak",
		trackHeader(audioTrack, 3, duration, 0x100),
		// Skips the encoder's delay and the padding at the end.
		box("edts", fullBox("elst", 0, 0, u32(1, duration, aacPrimingSamples, 0x10000))),
		box("tref", box("chap", u32(chapterTrack))),
		media(
			"soun",
			sampleRate,
			(packets - 1) * aacFrameSamples + last,
			languageOf(header),
			fullBox("smhd", 0, 0, zeros(4)),
			[
				fullBox("stsd", 0, 0, u32(1), audioEntry(header)),
				fullBox("stts", 0, 0, u32(2, packets - 1, aacFrameSamples, 1, last)),
				fullBox("stsc", 0, 0, [
					u32(isRest ? 2 : 1, 1, chunks > 1 ? packetsPerChunk : packets, 1),
					isRest ? u32(chunks, rest, 1) : zeros(0),
				]),
				fullBox("stsz", 0, 0, u32(0, packets), sizes),
				chunkOffsets(offsets, isLarge),
			],
		),
	);
}

function audioEntry({ config, sampleRate, samples, packetBytes }: M4bHeader): Content {
	const bits = { average: 0, max: 0 };
	for (let packet = 0, chunk = 0; packet < packetBytes.length; packet++) {
		if (packet % packetsPerChunk === 0) chunk = 0;
		chunk += 8 * (packetBytes[packet] as number);
		bits.average += (8 * (packetBytes[packet] as number) * sampleRate) / samples;
		bits.max = Math.max(bits.max, chunk);
	}
	const decoder = descriptor(
		4,
		u8(0x40, 0x15),
		u8(0, 0x18, 0),
		u32(Math.max(bits.max, Math.round(bits.average)), Math.round(bits.average)),
		descriptor(5, config),
	);
	const stream = descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)));
	return box(
		"mp4a",
		[zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(sampleRate * 0x10000)],
		fullBox("esds", 0, 0, stream),
	);
}

/** With a length of four bytes, as many readers expect. */
function descriptor(tag: number, ...content: Uint8Array[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([u8(tag, 0x80, 0x80, 0x80, body.length), body]);
}

/** A text track that the audio track refers to: QuickTime's way, which Apple's players and most others read. */
function chapters(header: M4bHeader, duration: number, start: number, isLarge: boolean): Content {
	const list = header.chapters;
	const starts = list.map(({ from }) => Math.round(from * timescale));
	const lengths = starts.map((from, index) => (starts[index + 1] ?? duration) - from);
	const textHeader = box(
		"gmhd",
		fullBox("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000), zeros(4)),
		box("text", identity),
	);
	// Display flags, justification, colors, box, font: as QuickTime's text description has them.
	const entry = box("text", [
		zeros(6),
		u16(1),
		u32(1, 0),
		zeros(6),
		zeros(8),
		zeros(8),
		u16(0, 0),
		u8(0),
		zeros(8),
		u8(0),
	]);
	return box(
		"trak",
		// In the movie, but not played.
		trackHeader(chapterTrack, 2, duration, 0),
		media("text", timescale, duration, languageOf(header), textHeader, [
			fullBox("stsd", 0, 0, u32(1), entry),
			fullBox("stts", 0, 0, u32(list.length, ...lengths.flatMap((length) => [1, length]))),
			fullBox("stsc", 0, 0, u32(1, 1, list.length, 1)),
			fullBox("stsz", 0, 0, u32(0, list.length, ...list.map(({ title }) => lengthOf(chapterText(title))))),
			chunkOffsets(Float64Array.of(start), isLarge),
		]),
	);
}

const maxTitleBytes = 1000;

function chapterText(title: string): Content {
	const text = utf8Within(title, maxTitleBytes);
	// States that the text is UTF-8.
	return [u16(text.length), text, box("encd", u32(0x100))];
}

/** The older way, as a list of starts in units of 100 ns: read by players that ignore text tracks. */
function chapterList(chapters: readonly ChapterTime[]): Content {
	const listed = chapters.slice(0, maxListed);
	const entries = listed.map(({ title, from }) => {
		const name = utf8Within(title, 255);
		return Buffer.concat([u64(Math.round(from * 1e7)), u8(name.length), name]);
	});
	return fullBox("chpl", 1, 0, u32(0), u8(listed.length), ...entries);
}

function trackHeader(id: number, flags: number, duration: number, volume: number): Content {
	return fullBox("tkhd", 0, flags, [u32(0, 0, id, 0, duration, 0, 0), u16(0, 0, volume, 0), identity, u32(0, 0)]);
}

function media(
	handler: "soun" | "text",
	scale: number,
	duration: number,
	language: number,
	mediaHeader: Content,
	table: readonly Content[],
): Content {
	// 2³² samples are 27 hours.
	const times =
		duration > maxOffset
			? fullBox("mdhd", 1, 0, u64(0), u64(0), u32(scale), u64(duration), u16(language, 0))
			: fullBox("mdhd", 0, 0, u32(0, 0, scale, duration), u16(language, 0));
	return box(
		"mdia",
		times,
		fullBox("hdlr", 0, 0, u32(0), utf8(handler), zeros(12), utf8(handler === "soun" ? "Audio\0" : "Chapters\0")),
		box("minf", mediaHeader, box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1))), box("stbl", ...table)),
	);
}

/** Three letters of five bits. The field has no two-letter codes, so what is unknown here is "und". */
function languageOf({ details: { language } }: M4bHeader): number {
	const known: Record<string, string> = {
		de: "deu",
		en: "eng",
		es: "spa",
		fr: "fra",
		hi: "hin",
		it: "ita",
		ja: "jpn",
		ko: "kor",
		pt: "por",
		zh: "zho",
	};
	const code = known[language?.split("-")[0]?.toLowerCase() ?? ""] ?? "und";
	return [...code].reduce((packed, letter) => packed * 32 + letter.charCodeAt(0) - 0x60, 0);
}

function chunkOffsets(offsets: Float64Array, isLarge: boolean): Content {
	const width = isLarge ? 8 : 4;
	const bytes = Buffer.alloc(offsets.length * width);
	for (const [index, offset] of offsets.entries()) {
		if (isLarge) bytes.writeBigUInt64BE(BigInt(offset), index * 8);
		else bytes.writeUInt32BE(offset, index * 4);
	}
	return fullBox(isLarge ? "co64" : "stco", 0, 0, u32(offsets.length), bytes);
}

const textValue = 1;
const jpegValue = 13;
const pngValue = 14;
const numberValue = 21;
/** The kind of media that players list under audiobooks. */
const audiobookKind = 2;
/** The short description; the long one has no limit. */
const maxDescription = 255;

function details({ details: book, cover }: M4bHeader): Content {
	const value = (type: number, bytes: Uint8Array) => box("data", u32(type, 0), bytes);
	const text = (name: string, content: string | undefined) =>
		content ? [box(name, value(textValue, utf8(content)))] : [];
	const free = (name: string, content: string | undefined) =>
		content
			? [
					box(
						"----",
						fullBox("mean", 0, 0, utf8("com.apple.iTunes")),
						fullBox("name", 0, 0, utf8(name)),
						value(textValue, utf8(content)),
					),
				]
			: [];
	const items: Content[] = [
		text("©nam", book.title),
		text("©ART", book.author),
		text("aART", book.author),
		text("©alb", book.title),
		text("©wrt", book.narrator),
		text("©nrt", book.narrator),
		text("©pub", book.publisher),
		text("©day", book.year?.toString()),
		text("©gen", "Audiobook"),
		text("desc", book.description && utf8Within(book.description, maxDescription).toString()),
		text("ldes", book.description),
		free("ISBN", book.isbn),
		free("LANGUAGE", book.language),
		box("stik", value(numberValue, u8(audiobookKind))),
		cover ? box("covr", value(cover.type === "image/png" ? pngValue : jpegValue, cover.bytes)) : [],
	];
	return fullBox("meta", 0, 0, fullBox("hdlr", 0, 0, u32(0), utf8("mdirappl"), zeros(9)), box("ilst", ...items));
}
