import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silenceOf, sine } from "../mastering/testing/signals.ts";
import { readCover } from "./cover.ts";
import { type M4bChapter, writeM4b } from "./m4b.ts";
import { m4bHeader } from "./m4b-header.ts";
import { jpegHeader, pngPicture } from "./testing/pictures.ts";
import { readMp4 } from "./testing/read-mp4.ts";

const rate = 44_100;
let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-m4b-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const chapterOf = (title: string, seconds: number): M4bChapter => ({
	title,
	async *open() {
		yield sine(300, 0.3, seconds, rate);
	},
});
const details = {
	title: "Ein Traum in Tromsø",
	author: "Ada Lang",
	narrator: "Timbre",
	publisher: "Example Press",
	year: 2026,
	description: `${"A long description. ".repeat(20)}End.`,
	isbn: "9783161484100",
	language: "de-AT",
};

test("players find chapters, cover and details", async () => {
	const path = join(folder, "book.m4b");
	const cover = pngPicture(20, 20);
	const seconds: number[] = [];
	const book = await writeM4b({
		path,
		details,
		cover,
		chapters: [chapterOf("Vorwort", 1.2), chapterOf("1 · Über alles", 2.5), chapterOf("The End", 0.7)],
		onProgress: (now) => seconds.push(now),
	});
	const bytes = await readFile(path);
	expect(bytes.length).toBe(book.bytes);
	expect(book.seconds).toBeCloseTo(4.4, 4);
	expect(seconds.at(-1)).toBeCloseTo(4.4, 4);
	const file = readMp4(bytes);
	expect(file.order).toEqual(["ftyp", "moov", "mdat"]);
	expect(file.brand).toBe("M4B ");
	expect(file.seconds).toBeCloseTo(4.4, 3);

	const [audio, texts] = file.tracks;
	expect([audio?.handler, texts?.handler, audio?.chapterTrack]).toEqual(["soun", "text", texts?.id]);
	expect(audio?.edit).toEqual({ mediaTime: 1024, duration: 4400 });
	// The encoder's delay, and then exactly the audio.
	expect(audio?.seconds).toBeCloseTo(4.4 + 1024 / rate, 9);
	expect(audio?.durations.slice(0, -1).every((duration) => duration === 1024)).toBe(true);
	const titles = texts?.samples.map((sample) => sample.toString("utf8", 2, 2 + sample.readUInt16BE(0)));
	expect(titles).toEqual(["Vorwort", "1 · Über alles", "The End"]);
	expect(texts?.durations).toEqual([1200, 2500, 700]);
	expect(file.listed).toEqual([
		{ title: "Vorwort", from: 0 },
		{ title: "1 · Über alles", from: 1.2 },
		{ title: "The End", from: 3.7 },
	]);
	expect(book.chapters.map(({ from, to }) => [from, to])).toEqual([
		[0, expect.closeTo(1.2, 4)],
		[expect.closeTo(1.2, 4), expect.closeTo(3.7, 4)],
		[expect.closeTo(3.7, 4), expect.closeTo(4.4, 4)],
	]);

	const text = (name: string) => file.items.get(name)?.toString();
	expect(text("©nam")).toBe(details.title);
	expect(text("©ART")).toBe("Ada Lang");
	expect(text("©alb")).toBe(details.title);
	expect(text("©day")).toBe("2026");
	expect(text("©gen")).toBe("Audiobook");
	expect(text("ldes")).toBe(details.description);
	expect(file.items.get("desc")?.length).toBeLessThanOrEqual(255);
	expect(text("ISBN")).toBe(details.isbn);
	expect(file.items.get("stik")).toEqual(Buffer.from([2]));
	expect(file.items.get("covr")).toEqual(cover);
	// Nothing but the file is left.
	expect(await readdir(folder)).toEqual(["book.m4b"]);
});

test("stops when aborted, and leaves no file", async () => {
	const controller = new AbortController();
	let pieces = 0;
	const endless: M4bChapter = {
		title: "Endless",
		async *open() {
			for (; ; pieces++) {
				if (pieces === 2) controller.abort();
				yield silenceOf(1, rate);
			}
		},
	};
	const path = join(folder, "aborted.m4b");
	await expect(writeM4b({ path, details, chapters: [endless], signal: controller.signal })).rejects.toThrow("abort");
	expect(pieces).toBe(2);
	expect((await readdir(folder)).filter((name) => name.startsWith("aborted"))).toEqual([]);
	await expect(writeM4b({ path, details, chapters: [] })).rejects.toThrow("a book needs a chapter");
	await expect(
		writeM4b({ path, details, chapters: [chapterOf("x", 1)], cover: Buffer.from("GIF89a") }),
	).rejects.toThrow("not a JPEG or PNG");
});

test("a book of 50 hours has 64-bit durations, and all its chapters", () => {
	const hours = 50;
	const chapters = Array.from({ length: 300 }, (_, index) => ({
		title: `Chapter ${index + 1}`,
		from: index * 600,
		to: (index + 1) * 600,
	}));
	const packetBytes = new Uint16Array(Math.ceil((hours * 3600 * rate) / 1024) + 1).fill(600);
	const samples = hours * 3600 * rate;
	const header = m4bHeader({
		details,
		cover: undefined,
		chapters,
		sampleRate: rate,
		samples,
		config: Buffer.from("1208", "hex"),
		packetBytes,
	});
	// More than 4 GB: a 64-bit length and offsets.
	const movieBytes = header.readUInt32BE(header.readUInt32BE(0));
	const movie = header.subarray(header.readUInt32BE(0), header.readUInt32BE(0) + movieBytes);
	expect(movie.includes("co64")).toBe(true);
	const media = movie.indexOf("mdhd");
	expect(movie[media + 4]).toBe(1);
	expect(Number(movie.readBigUInt64BE(media + 28))).toBe(samples + 1024);
	const data = header.readUInt32BE(0) + movieBytes;
	expect(header.readUInt32BE(data)).toBe(1);
	const texts = header.length - data - 16;
	expect(Number(header.readBigUInt64BE(data + 8))).toBe(16 + texts + packetBytes.length * 600);
	const offsets = movie.indexOf("co64");
	expect(Number(movie.readBigUInt64BE(offsets + 12))).toBe(header.length);
	// The older list has room for 255.
	const list = movie.indexOf("chpl");
	expect(movie[list + 12]).toBe(255);
	expect(movie.readUInt32BE(movie.lastIndexOf("stsz") + 12)).toBe(300);
});

test("a cover is known by its first bytes and never decoded", () => {
	expect(readCover(pngPicture(30, 40))).toMatchObject({ type: "image/png", width: 30, height: 40 });
	expect(readCover(jpegHeader(300, 400))).toMatchObject({ type: "image/jpeg", width: 300, height: 400 });
	for (const bytes of [
		Buffer.alloc(0),
		Buffer.from("<svg/>"),
		Buffer.from("GIF89a\u0001\u0001"),
		Buffer.from([0xff, 0xd8]),
		Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]),
		pngPicture(0, 10),
	])
		expect(() => readCover(bytes)).toThrow("not a JPEG or PNG");
	expect(() => readCover(Buffer.concat([pngPicture(2, 2), Buffer.alloc(10_000_000)]))).toThrow("larger than 10 MB");
});
